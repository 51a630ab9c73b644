-- Points of one aspect across entities, by time.

CREATE INDEX point_time ON point (aspect_id, timestamp);
