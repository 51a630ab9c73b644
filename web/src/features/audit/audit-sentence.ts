import { plural } from '../../components/counted.ts';
import { entityTypeWord } from '../../api/names/entity-type-label.ts';
import { differences, propertyOf } from '../../shared/differences/differences.ts';
import { differenceSides, type Naming } from '../../shared/differences/difference-text.ts';
import { wordOfAspect } from '../../shared/words/aspect-words.ts';
import { requestWords } from '../../shared/words/request-words.ts';
import { entityTypeOf } from '../../urls/urn.ts';
import type { AuditEvent } from './audit-data.ts';
import type { AuditGroup } from './audit-groups.ts';
import type { FindValues } from './audit-values.ts';

/** A piece of a sentence: text, an entity by name, or a value. */
export type SentencePart = string | { readonly urn: string } | { readonly value: string };

/** Lookups for sentences. */
export interface Words {
  readonly nameOf: Naming;
  readonly privilegeName: (privilege: string) => string;
  readonly valuesOf: FindValues;
}

/** Types whose entities have no name but an internal one. */
const NAMELESS: ReadonlySet<string> = new Set([
  'dataHubAccessToken',
  'dataHubAction',
  'dataHubExecutionRequest',
  'dataHubStepState',
  'dataHubUpgrade',
  'inviteToken',
  'telemetry',
]);

/** Maximum parts of an entity that a sentence names. */
const MAX_PARTS = 3;

const MEANS: Readonly<Record<string, string>> = {
  PASSWORD_LOGIN: 'with a password',
  PASSWORD_RESET: 'with a password reset link',
  SIGN_UP_LINK_LOGIN: 'with an invitation',
  SSO_LOGIN: 'with single sign-on',
  FALLBACK_LOGIN: 'with the login link of the server',
};

const MAINTENANCE: Readonly<Record<string, string>> = {
  'system-update': 'ran a system update',
  repair: 'repaired the search index',
  retention: 'removed old versions of aspects',
  'stop-job': 'stopped a job',
};

/** What happened, without the actor and the time: `changed owners of fct_orders`. */
export function deedOf(group: AuditGroup, words: Words): readonly SentencePart[] {
  const { head } = group;
  const { count } = head;
  return count > 1 ? [...once(group, words), `, ${count.toLocaleString('en')} times`] : once(group, words);
}

function once(group: AuditGroup, words: Words): readonly SentencePart[] {
  const { head } = group;
  const about = head.entityUrn === null ? [] : [' ', { urn: head.entityUrn }];
  const means = head.logInMethod === null ? '' : ` ${MEANS[head.logInMethod] ?? ''}`.trimEnd();
  switch (head.kind) {
    case 'CHANGE':
      return changeOf(group, words);
    case 'DENIED':
      return refusalOf(group, words);
    case 'UNAUTHENTICATED':
      return ['sent a request without a valid token'];
    case 'LOG_IN':
      return [`signed in${means}`];
    case 'FAILED_LOG_IN':
      return [`failed to sign in${means}`];
    case 'LOG_OUT':
      return ['signed out'];
    case 'UPKEEP':
      return [MAINTENANCE[head.upkeep ?? ''] ?? 'maintained the catalog'];
    case 'SECRET_READ':
      return about.length === 0 ? ['read secrets'] : ['read the secret', ...about];
    case 'WEBHOOK_MESSAGE':
      return ['requested a message of the webhook', ...about];
  }
}

function changeOf({ entities }: AuditGroup, words: Words): readonly SentencePart[] {
  const [first, ...others] = entities;
  if (first === undefined) return ['changed the catalog'];
  const [urn, events] = first;
  if (others.length > 0) return [`${verbOf([...entities.values()])} ${many([...entities.keys()])}`];
  const verb = verbOf([events]);
  const type = entityTypeOf(urn);
  const noun = entityTypeWord(type);
  if (NAMELESS.has(type)) return [`${verb} ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`];
  if (verb !== 'changed') return [`${verb} the ${noun} `, { urn }];
  return propertyChange(urn, events, words) ?? [`${partsVerb(events)} ${partsOf(events)} of `, { urn }];
}

/** One word for what happened to all entities. */
function verbOf(entities: readonly (readonly AuditEvent[])[]): 'created' | 'deleted' | 'changed' {
  const isDeleted = (events: readonly AuditEvent[]): boolean =>
    events.some(
      ({ aspectName, changeType }) => changeType === 'DELETE' && aspectName?.endsWith('Key') === true,
    );
  if (entities.every((events) => events.some(({ createsEntity }) => createsEntity))) return 'created';
  return entities.every(isDeleted) ? 'deleted' : 'changed';
}

function partsVerb(events: readonly AuditEvent[]): string {
  return events.every(({ changeType }) => changeType === 'DELETE') ? 'removed' : 'changed';
}

/** `owners, tags and 2 more parts`. */
function partsOf(events: readonly AuditEvent[]): string {
  const parts = [...new Set(events.flatMap(({ aspectName }) => aspectName ?? []).map(wordOfAspect))];
  const shown = parts.slice(0, parts.length > MAX_PARTS ? MAX_PARTS - 1 : MAX_PARTS);
  const left = parts.length - shown.length;
  const named = left > 0 ? [...shown, `${left} more parts`] : shown;
  return named.length === 0 ? 'parts' : new Intl.ListFormat('en').format(named);
}

/** `12 datasets`, or `12 entities` of several types. */
function many(urns: readonly string[]): string {
  const types = new Set(urns.map(entityTypeOf));
  const [type = ''] = types;
  const noun = types.size === 1 ? plural(entityTypeWord(type)) : 'entities';
  return `${urns.length.toLocaleString('en')} ${noun}`;
}

/** A change of the values of one property, with its values; undefined for any other change, or if they are not known. */
function propertyChange(
  urn: string,
  events: readonly AuditEvent[],
  { nameOf, valuesOf }: Words,
): readonly SentencePart[] | undefined {
  const [event] = events;
  if (event?.aspectName !== 'structuredProperties' || events.length > 1) return undefined;
  const change = valuesOf(urn, event.aspectName, event.time);
  if (change === undefined) return undefined;
  const changed = differences(change.aspect, change.before, change.after);
  const properties = [...new Set(changed.flatMap((difference) => propertyOf(difference) ?? []))];
  const [property] = properties;
  if (property === undefined) return undefined;
  if (properties.length > 1) return [`changed ${properties.length} properties of `, { urn }];
  const [only] = changed;
  const { before, after } = only === undefined ? {} : differenceSides(only, nameOf);
  const named: readonly SentencePart[] = [{ urn: property }, ' of ', { urn }];
  if (before === undefined && after === undefined) return ['changed ', ...named];
  if (before === undefined) return ['set ', ...named, ' to ', { value: after ?? '' }];
  if (after === undefined) return ['cleared ', ...named, ', which was ', { value: before }];
  return ['changed ', ...named, ' from ', { value: before }, ' to ', { value: after }];
}

const TRIED: Readonly<Record<string, string>> = { READ: 'read', UPSERT: 'change', DELETE: 'delete' };

function refusalOf({ entities, head }: AuditGroup, { privilegeName }: Words): readonly SentencePart[] {
  const needs = head.privilege === null ? '' : `, which needs ${privilegeName(head.privilege)}`;
  const [first, ...others] = entities;
  if (first === undefined) {
    const wanted = head.request === null ? 'do this' : requestWords(head.request.operation);
    return [`was not allowed to ${wanted}${needs}`];
  }
  const [urn, events] = first;
  const verb = TRIED[head.changeType ?? ''] ?? 'use';
  if (others.length > 0) return [`was not allowed to ${verb} ${many([...entities.keys()])}${needs}`];
  const isPart = events.some(({ aspectName }) => aspectName !== null && !aspectName.endsWith('Key'));
  return [`was not allowed to ${verb} ${isPart ? `${partsOf(events)} of ` : ''}`, { urn }, needs];
}

/** The urns that a sentence names, besides the actor's. */
export function urnsOf({ entities }: AuditGroup, find: FindValues): readonly string[] {
  const [first, ...others] = entities;
  if (first === undefined || others.length > 0) return [];
  const [urn, events] = first;
  const values = events.flatMap(({ aspectName, time }) => find(urn, aspectName ?? '', time) ?? []);
  const named = JSON.stringify(values.map(({ before, after }) => [before, after])).match(/urn:li:[^"]+/g);
  return [urn, ...(named ?? []).slice(0, 50)];
}
