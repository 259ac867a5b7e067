/** Tells a search indexer what is on an HTML page. */
module org.blockmask {
    exports org.blockmask;
}
