import type { CSSProperties, ReactNode } from 'react';
import airflow from 'simple-icons/icons/apacheairflow.svg?url';
import kafka from 'simple-icons/icons/apachekafka.svg?url';
import hive from 'simple-icons/icons/apachehive.svg?url';
import spark from 'simple-icons/icons/apachespark.svg?url';
import superset from 'simple-icons/icons/apachesuperset.svg?url';
import clickhouse from 'simple-icons/icons/clickhouse.svg?url';
import databricks from 'simple-icons/icons/databricks.svg?url';
import delta from 'simple-icons/icons/delta.svg?url';
import duckdb from 'simple-icons/icons/duckdb.svg?url';
import elasticsearch from 'simple-icons/icons/elasticsearch.svg?url';
import bigquery from 'simple-icons/icons/googlebigquery.svg?url';
import looker from 'simple-icons/icons/looker.svg?url';
import mariadb from 'simple-icons/icons/mariadb.svg?url';
import metabase from 'simple-icons/icons/metabase.svg?url';
import mlflow from 'simple-icons/icons/mlflow.svg?url';
import mongodb from 'simple-icons/icons/mongodb.svg?url';
import mysql from 'simple-icons/icons/mysql.svg?url';
import postgres from 'simple-icons/icons/postgresql.svg?url';
import prefect from 'simple-icons/icons/prefect.svg?url';
import snowflake from 'simple-icons/icons/snowflake.svg?url';
import sqlite from 'simple-icons/icons/sqlite.svg?url';
import trino from 'simple-icons/icons/trino.svg?url';
import './icon.css';

/** Addresses of the marks of the usual platforms, by their names in urns. A browser loads the ones that it shows. */
const MARKS: Readonly<Record<string, string>> = {
  airflow,
  bigquery,
  clickhouse,
  databricks,
  'delta-lake': delta,
  duckdb,
  elasticsearch,
  hive,
  kafka,
  looker,
  mariadb,
  metabase,
  mlflow,
  mongodb,
  mysql,
  postgres,
  prefect,
  snowflake,
  spark,
  sqlite,
  superset,
  trino,
};

/** The mark of a platform in the colour of the text; the first letter of its name for a platform without one. */
export function PlatformMark({
  platform,
  name,
}: {
  /** Name in the urn, such as `snowflake`. */
  readonly platform: string;
  /** Name for people. */
  readonly name: string;
}): ReactNode {
  const mark = MARKS[platform.toLowerCase()];
  return mark === undefined ? (
    <span className="letter-mark" aria-hidden="true">
      {name.trim().charAt(0).toUpperCase()}
    </span>
  ) : (
    <span className="mark" aria-hidden="true" style={{ '--mark': `url("${mark}")` } as CSSProperties} />
  );
}
