"""A PostgreSQL database with schemas, tables, foreign keys and views, recreated for each flow."""

import os
from contextlib import closing

from support import Skipped, unique

SCHEMAS = ("sales", "stock", "people", "finance")
TABLES_PER_SCHEMA = 55
COLUMN_TYPES = (
    "integer not null",
    "bigint",
    "numeric(12,2)",
    "text not null",
    "varchar(80)",
    "boolean",
    "date",
    "timestamp with time zone",
    "jsonb",
    "uuid",
    "double precision",
    "integer[]",
    "bytea",
)


def server():
    """Host and port of the PostgreSQL server that the runner has started."""
    address = os.environ.get("PEER_POSTGRES")
    if not address:
        raise Skipped("no PostgreSQL server (PEER_POSTGRES)")
    return address


def connect(database):
    import psycopg2

    host, port = server().split(":")
    connection = psycopg2.connect(host=host, port=port, user="postgres", dbname=database)
    connection.autocommit = True
    return closing(connection)


def execute(database, statement):
    with connect(database) as connection, connection.cursor() as cursor:
        cursor.execute(statement)


def table_name(number):
    return f"table_{number:03}"


def table_ddl(schema, number):
    columns = ["id integer primary key"]
    columns += [
        f'"{"Column" if i % 5 == 0 else "column"}_{i}" {COLUMN_TYPES[(i + number) % len(COLUMN_TYPES)]}'
        for i in range(4 + number % 7)
    ]
    if number > 0:
        columns.append(f"parent_id integer references {schema}.{table_name(number - 1)} (id)")
    return f"create table {schema}.{table_name(number)} ({', '.join(columns)});"


def schema_ddl(schema):
    statements = [f"create schema {schema};"]
    statements += [table_ddl(schema, number) for number in range(TABLES_PER_SCHEMA)]
    statements += [
        f"comment on table {schema}.{table_name(0)} is 'The first table, “{schema}” – naïve & <b>quoted</b>';",
        f"comment on column {schema}.{table_name(0)}.id is 'Identifies a row';",
        f"create view {schema}.joined as select a.id, b.id as child_id"
        f" from {schema}.{table_name(0)} a join {schema}.{table_name(1)} b on b.parent_id = a.id;",
        f"create view {schema}.counted as select id, count(*) as children from {schema}.joined group by id;",
        f"create materialized view {schema}.kept as select id from {schema}.{table_name(2)};",
    ]
    return "\n".join(statements)


def make_warehouse():
    """Makes a database of 220 tables and 13 views and returns its name."""
    name = unique("warehouse")
    execute("postgres", f"create database {name}")
    across = (
        "create view finance.across as select s.id from sales.table_000 s"
        " join stock.table_000 k on k.id = s.id;"
    )
    execute(name, "\n".join(map(schema_ddl, SCHEMAS)) + across)
    return name


def source(database, **config):
    """The `source` of a recipe that reads the database."""
    return {
        "type": "postgres",
        "config": {
            "host_port": server(),
            "database": database,
            "username": "postgres",
            "password": "unused",
            **config,
        },
    }
