-- Pages of the list of deletions end early: the time alone left all deletions of one time to be grouped and sorted for each page.
DROP INDEX deleted_aspect_time;
CREATE INDEX deleted_aspect_listed ON deleted_aspect (deletedon, urn, deleted);
