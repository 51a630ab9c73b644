-- Pages of the list of deletions end early: the time alone left all deletions of one time to be grouped and sorted for each page.
DROP INDEX colophon_deleted_aspect_time;
CREATE INDEX colophon_deleted_aspect_listed ON colophon_deleted_aspect (deletedon, urn, deleted);
