import type { Name, Scalar, Type, Values } from './model-values.ts';

/** What a broken rule does to a write, mildest first: only counts, warns, or refuses it. */
export const LEVELS = ['REPORT', 'WARN', 'ENFORCE'] as const;
export type Level = (typeof LEVELS)[number];

/** Rules of a property in the model. */
export interface ModelRules {
  /** Value type that they are for; undefined: any. */
  readonly type?: Type;
  /** Whether a value breaks a bound, which allowed values must not. */
  readonly isBeyond?: (value: Scalar) => boolean;
  /** Whether a value is deprecated, or names an entity of the wrong type. */
  readonly isUnwanted?: (value: Scalar) => boolean;
  /** Property that must have the value x on the same entity. */
  readonly onlyWith?: Name;
  readonly isRequired?: true;
  /** Levels of the rules of values, of `onlyWith` and of `isRequired`. */
  readonly levels: Readonly<Record<'values' | 'onlyWith' | 'isRequired', Level>>;
}

/** Levels at which rules do nothing to writes. */
export const REPORTING: ModelRules['levels'] = { values: 'REPORT', onlyWith: 'REPORT', isRequired: 'REPORT' };

/** Whether a value breaks a rule. */
export function breaks({ isBeyond, isUnwanted }: ModelRules, value: Scalar): boolean {
  return isBeyond?.(value) === true || isUnwanted?.(value) === true;
}

/** Whether an entity with these values may have the property. */
export function applies({ onlyWith }: ModelRules, values: ReadonlyMap<Name, Values>): boolean {
  return onlyWith === undefined || values.get(onlyWith)?.includes('x') === true;
}

const isTime = (value: Scalar): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(value)) && !Number.isNaN(Date.parse(String(value)));

/** The rules of `values` of the random sequences, as members of the aspect and as the model judges them. */
export const VALUE_RULES: Readonly<
  Record<
    string,
    { readonly values?: object; readonly others?: object; readonly model: Omit<ModelRules, 'levels'> }
  >
> = {
  'at most 2': {
    values: { max: { double: 2 } },
    model: { type: 'number', isBeyond: (value) => Number(value) > 2 },
  },
  'at least 2': {
    values: { min: { double: 2 } },
    model: { type: 'number', isBeyond: (value) => Number(value) < 2 },
  },
  'whole numbers': {
    values: { format: 'INTEGER' },
    model: { type: 'number', isBeyond: (value) => !Number.isInteger(value) },
  },
  'the pattern x+': {
    values: { pattern: 'x+' },
    model: { type: 'string', isBeyond: (value) => !/^x+$/.test(String(value)) },
  },
  'at most one character': {
    values: { maxLength: 1 },
    model: { type: 'string', isBeyond: (value) => String(value).length > 1 },
  },
  'at least two characters': {
    values: { minLength: 2 },
    model: { type: 'string', isBeyond: (value) => String(value).length < 2 },
  },
  'true or false': {
    values: { format: 'BOOLEAN' },
    model: { type: 'string', isBeyond: (value) => value !== 'true' && value !== 'false' },
  },
  times: {
    values: { format: 'DATETIME' },
    model: { type: 'string', isBeyond: (value) => !isTime(value) },
  },
  'times from March': {
    values: { format: 'DATETIME', min: { string: '2026-03-01T00:00:00Z' } },
    model: { type: 'string', isBeyond: (value) => !isTime(value) || String(value) < '2026-03-01' },
  },
  'only users': {
    values: { refersTo: { criteria: [{ field: 'TYPE', condition: 'EQUALS', values: ['corpuser'] }] } },
    model: { type: 'urn', isUnwanted: (value) => !String(value).startsWith('urn:li:corpuser:') },
  },
  'y is deprecated': {
    others: { deprecatedValues: [{ value: { string: 'y' } }] },
    model: { type: 'string', isUnwanted: (value) => value === 'y' },
  },
  nothing: { model: {} },
};
