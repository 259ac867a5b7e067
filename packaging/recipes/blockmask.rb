# A formula of Homebrew: brew install --formula target/packages/recipes/blockmask.rb
class Blockmask < Formula
  desc "What an indexer learns from one HTML page: text blocks, fields, a template mask"
  homepage "https://github.com/blockmask/blockmask"
  url "@URL@"
  sha256 "@SHA256@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    # The tools of LLVM, which come with Rust's toolchain of rustup, write the objects of macOS anew.
    llvm = Formula["llvm"].opt_bin if OS.mac?
    tools = OS.mac? ? ["NM=#{llvm}/llvm-nm", "AR=#{llvm}/llvm-ar", "OBJCOPY=#{llvm}/llvm-objcopy"] : []
    system "make", "install", "PROFILE=release", "PREFIX=#{prefix}", *tools
  end

  on_macos do
    depends_on "llvm" => :build
  end

  test do
    (testpath/"page.html").write "<nav><a href=/>Home</a></nav><p>Rain fell on the city for the third day."
    assert_match "Rain fell", shell_output("#{bin}/blockmask text page.html")
    (testpath/"program.c").write <<~C
      #include <blockmask.h>
      int main(void) { return blockmask_abi_version() != @ABI@; }
    C
    system ENV.cc, "program.c", "-I#{include}", "-L#{lib}", "-lblockmask", "-o", "program"
    system "./program"
  end
end
