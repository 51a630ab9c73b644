-- Points of one aspect over all entities, in the order of their times.

CREATE INDEX point_time ON point (aspect_id, timestamp);
