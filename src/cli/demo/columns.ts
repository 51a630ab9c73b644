import type { JsonObject } from '../../util/json.ts';

/** Platform-independent type of a column. */
type ColumnType = 'id' | 'text' | 'code' | 'int' | 'float' | 'money' | 'bool' | 'date' | 'time';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

/** Platforms whose tables have columns. */
export type ColumnPlatform = 'postgres' | 'kafka' | 's3' | 'snowflake';

const NATIVE: Readonly<Record<ColumnPlatform, Readonly<Record<ColumnType, string>>>> = {
  postgres: {
    id: 'uuid',
    text: 'text',
    code: 'varchar(32)',
    int: 'integer',
    float: 'double precision',
    money: 'numeric(12,2)',
    bool: 'boolean',
    date: 'date',
    time: 'timestamptz',
  },
  kafka: {
    id: 'string',
    text: 'string',
    code: 'string',
    int: 'int',
    float: 'double',
    money: 'bytes(decimal)',
    bool: 'boolean',
    date: 'int(date)',
    time: 'long(timestamp-millis)',
  },
  s3: {
    id: 'string',
    text: 'string',
    code: 'string',
    int: 'int64',
    float: 'double',
    money: 'decimal(12,2)',
    bool: 'boolean',
    date: 'date32',
    time: 'timestamp[us]',
  },
  snowflake: {
    id: 'VARCHAR(36)',
    text: 'VARCHAR',
    code: 'VARCHAR(32)',
    int: 'NUMBER(38,0)',
    float: 'FLOAT',
    money: 'NUMBER(12,2)',
    bool: 'BOOLEAN',
    date: 'DATE',
    time: 'TIMESTAMP_NTZ',
  },
};

const SCHEMA_TYPES: Readonly<Record<ColumnType, string>> = {
  id: 'StringType',
  text: 'StringType',
  code: 'StringType',
  int: 'NumberType',
  float: 'NumberType',
  money: 'NumberType',
  bool: 'BooleanType',
  date: 'DateType',
  time: 'TimeType',
};

/** Kind of personal data by column name. */
const PERSONAL: Readonly<Record<string, string>> = {
  email: 'email',
  recipient_email: 'email',
  contact_email: 'email',
  owner_email: 'email',
  phone: 'phone',
  contact_phone: 'phone',
  first_name: 'name',
  last_name: 'name',
  full_name: 'name',
  recipient_name: 'name',
  billing_name: 'name',
  author: 'name',
  street: 'address',
  house_number: 'address',
  postal_code: 'address',
  birth_date: 'birth date',
  iban: 'bank details',
  card_token: 'bank details',
  last_four_digits: 'bank details',
  ip_address: 'online identifier',
  user_agent: 'online identifier',
  device_id: 'online identifier',
  visitor_id: 'online identifier',
};

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  channel: 'shop, app, phone or marketplace.',
  country: 'Country by ISO 3166, two letters.',
  currency: 'Currency by ISO 4217, three letters.',
  language: 'Language by ISO 639, two letters.',
  status: 'State in the service; the team handbook lists all states.',
  email: 'Address as typed, in lower case.',
  is_first_order: 'True for the first order of the customer that was not cancelled.',
  is_late: 'True when it came after the promised date.',
  is_overdue: 'True when it is due and not paid.',
  is_promotion: 'True while the price is lower than the list price.',
  may_email: 'True if the customer agreed to get mail. Check it before every mailing.',
  was_fraud: 'Final outcome, known after about 60 days.',
  customer_key: 'Pseudonym of the customer; the same in all tables of the warehouse.',
  product_key: 'Key of the product in dim_product.',
  score: 'Higher is worse for fraud, better for satisfaction.',
  net_amount_eur: 'After discounts, before tax, in euro at the rate of the day.',
  gross_amount_eur: 'With tax, in euro at the rate of the day.',
};

/** Parses columns written as `name:type`, separated by spaces. */
export function parseColumns(text: string): readonly [Column, ...Column[]] {
  const [first, ...others] = text.split(' ').map((word) => {
    const [name = '', type = ''] = word.split(':');
    if (!isColumnType(type)) throw new Error(`The demo has a column of an unknown type: '${word}'.`);
    return { name, type };
  });
  if (first === undefined) throw new Error('The demo has a table without columns.');
  return [first, ...others];
}

/** Kind of personal data in a column; undefined if there is none. */
export function personalDataOf(column: Column): string | undefined {
  return PERSONAL[column.name];
}

/** A field of `schemaMetadata`, with a description if `documented`. */
export function schemaField(
  column: Column,
  platform: ColumnPlatform,
  isKey: boolean,
  documented: boolean,
): JsonObject {
  const description = documented ? describe(column) : undefined;
  return {
    fieldPath: column.name,
    type: { type: { [`com.linkedin.schema.${SCHEMA_TYPES[column.type]}`]: {} } },
    nativeDataType: NATIVE[platform][column.type],
    nullable: !isKey && column.type !== 'id',
    recursive: false,
    isPartOfKey: isKey,
    ...(description !== undefined && { description }),
  };
}

function describe({ name, type }: Column): string | undefined {
  const known = DESCRIPTIONS[name];
  if (known !== undefined) return known;
  const words = name.replace(/_(id|at|on|eur|amount|key|date)$/, '').replaceAll('_', ' ');
  if (type === 'id') return `Identifies the ${words}.`;
  if (type === 'time' && name.endsWith('_at')) return `When it was ${words}, UTC.`;
  if (type === 'money')
    return name.endsWith('_eur')
      ? `${sentence(words)} in euro.`
      : `${sentence(words)} in the currency of the row.`;
  return undefined;
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function isColumnType(type: string): type is ColumnType {
  return Object.hasOwn(SCHEMA_TYPES, type);
}
