# The jar. Included by the Makefile after go.mk, which names the platforms.
#
#   jar         target/java/blockmask.jar, with the library for this machine, which `java` finds in the jar
#   jar-dist    the same with the libraries for all platforms, from target/dist, which make dist fills; for a release
#   install-jar the jar of `make jar` into the repository of Maven on this machine
#   test-java   the tests, then README.md's program with nothing but the jar

JAVA_WORK := $(abspath target/java)
JAVA_JAR := $(JAVA_WORK)/blockmask.jar
# By the second name it is found without the names of links, which a jar cannot keep.
JAVA_LIBRARY = $(CAPI_LIB)/$(lastword $(filter-out %.$(VERSION),$(CAPI_SHARED)))
JAVA_PLATFORM = $(subst x86_64,amd64,$(subst aarch64,arm64,$(subst Darwin,darwin,$(subst Linux,linux,$(shell uname -sm | tr ' ' _)))))
JAVA_HOME_22 = $$(bindings/java/java-home)
MAVEN = JAVA_HOME=$(JAVA_HOME_22) mvn -q -B -f bindings/java/pom.xml -Dblockmask.natives=$(JAVA_WORK)/natives

.PHONY: jar jar-dist install-jar test-java java-tools

java-tools:
	@command -v mvn >/dev/null || { echo "mvn not found: install Maven (Debian: apt install maven)" >&2; exit 1; }
	@bindings/java/java-home >/dev/null

jar: java-tools lib
	rm -rf $(JAVA_WORK)/natives && mkdir -p $(JAVA_WORK)/natives/$(JAVA_PLATFORM)
	cp -L $(JAVA_LIBRARY) $(JAVA_WORK)/natives/$(JAVA_PLATFORM)
	$(MAVEN) -DskipTests package
	cp bindings/java/target/blockmask-$(VERSION).jar $(JAVA_JAR)

# Windows on ARM has no Java of many vendors, and the DLL was never run there.
jar-dist: java-tools
	rm -rf $(JAVA_WORK)/natives
	@set -e; for pair in $(filter-out %windows_arm64,$(GO_DIST)); do \
	  packaging/unpack $(DIST) $${pair%:*} $(JAVA_WORK)/dist; \
	  mkdir -p $(JAVA_WORK)/natives/$${pair#*:}; \
	  case $$pair in *windows*) file=bin/blockmask.dll ;; *darwin*) file=lib/libblockmask.$(ABI).dylib ;; \
	    *) file=lib/libblockmask.so.$(ABI) ;; esac; \
	  cp -L $(JAVA_WORK)/dist/$$file $(JAVA_WORK)/natives/$${pair#*:}; done
	$(MAVEN) -DskipTests package
	cp bindings/java/target/blockmask-$(VERSION).jar $(JAVA_JAR)

install-jar: jar
	$(MAVEN) -DskipTests install

test-java: jar
	$(MAVEN) -Dblockmask.library=$(abspath $(JAVA_LIBRARY)) verify
	rm -rf $(JAVA_WORK)/readme && mkdir -p $(JAVA_WORK)/readme
	packaging/program java bindings/java/README.md > $(JAVA_WORK)/readme/Example.java
	packaging/program text bindings/java/README.md > $(JAVA_WORK)/readme/expected.txt
	home=$(JAVA_HOME_22) && cd $(JAVA_WORK)/readme && $$home/bin/java --enable-native-access=ALL-UNNAMED \
	  -cp $(JAVA_JAR) Example.java | diff expected.txt -
