import { invalidRequest } from '../../../errors.ts';
import { ASSET_FIELDS, type FieldEdit } from '../../../model/bulk-edit.ts';
import { isUrn } from '../../../model/urn.ts';
import { STRUCTURED_PROPERTY } from '../../../model/structured-property.ts';
import type { NameCall } from './find-names.ts';
import { inTurn } from './in-turn.ts';
import { urnNamed } from './urn-named.ts';

/** A change of a field, with names that agents use. */
export interface NamedChange {
  readonly field: string;
  readonly action: FieldEdit['action'];
  readonly values: readonly (string | number)[];
}

/** Kinds of the entities that the values of a field name. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  tags: ['tag'],
  terms: ['term'],
  owners: ['user', 'group'],
  domain: ['domain'],
};

/** Other words for the fields. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  tag: 'tags',
  term: 'terms',
  glossaryTerms: 'terms',
  owner: 'owners',
  domains: 'domain',
};

/** Maximum names that are looked up for one call. */
const MOST_NAMES = 200;

/** The names of changes, looked up once each. */
export class ChangeNames {
  readonly #call: NameCall;
  readonly #known = new Map<string, Promise<string>>();

  constructor(call: NameCall) {
    this.#call = call;
  }

  /** The change with urns instead of names. `at`, `valuesAt`: paths of the change and of its values. Throws NOT_FOUND with similar names for an unknown one. */
  async resolve<Change extends NamedChange>(
    change: Change,
    at: string,
    valuesAt = `${at}.values`,
  ): Promise<Change> {
    const { action, values } = change;
    const field = await this.#fieldOf(change.field, valuesAt === at ? at : `${at}.field`);
    const kinds = Object.hasOwn(KINDS, field) ? KINDS[field] : undefined;
    if (kinds === undefined) return { ...change, field };
    const numbered = values.map((value, i) => ({ value: String(value), at: `${valuesAt}[${i}]` }));
    const urns = await inTurn(numbered, (one) => this.#valueOf(one.value, { action, field, kinds }, one.at));
    return { ...change, field, values: urns };
  }

  async #fieldOf(name: string, at: string): Promise<string> {
    const word = Object.hasOwn(FIELD_WORDS, name) ? (FIELD_WORDS[name] ?? name) : name;
    if (ASSET_FIELDS.some((field) => field === word)) return word;
    const { fieldPrefix } = STRUCTURED_PROPERTY;
    const id = word.startsWith(fieldPrefix) ? word.slice(fieldPrefix.length) : word;
    return this.#urnOf(id, ['property'], at);
  }

  /** The urn of a value; an owner may have an ownership type. */
  async #valueOf(
    value: string,
    {
      action,
      field,
      kinds,
    }: { readonly action: string; readonly field: string; readonly kinds: readonly string[] },
    at: string,
  ): Promise<string> {
    const [, owner, type] = (field === 'owners' && /^(.+) as (urn:li:ownershipType:.+)$/.exec(value)) || [];
    if (owner !== undefined && type !== undefined)
      return `${await this.#valueOf(owner, { action, field, kinds }, at)} as ${type}`;
    // What no longer exists can be removed.
    if (action === 'remove' && isUrn(value)) return value;
    return this.#urnOf(value, kinds, at);
  }

  #urnOf(name: string, kinds: readonly string[], at: string): Promise<string> {
    const key = JSON.stringify([name, kinds]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= MOST_NAMES)
      throw invalidRequest(`The changes have more than ${MOST_NAMES} names. Make several plans.`, at);
    const found = urnNamed(name, kinds, at, this.#call);
    this.#known.set(key, found);
    return found;
  }
}
