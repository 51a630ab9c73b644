import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { ChangeEvent } from '../../../model/changes/change-event.ts';
import { parseUrn } from '../../../model/urn.ts';
import { eventJson } from './change-json.ts';

const PROPERTY = parseUrn('urn:li:structuredProperty:team');

/** An event that has every member. */
const EVENT: Required<ChangeEvent> = {
  urn: parseUrn('urn:li:tag:one'),
  aspectName: 'structuredProperties',
  sequence: 42,
  index: 0,
  time: 1,
  actor: parseUrn('urn:li:corpuser:ann'),
  runId: 'run',
  kind: 'UPSERT',
  entityType: 'tag',
  before: undefined,
  after: undefined,
  notKept: ['before', 'after'],
  cursor: 'cursor',
  properties: [{ propertyUrn: PROPERTY, generation: 7, before: ['red'], after: undefined }],
};

it('docs/changes.md has each member of an event', () => {
  const page = readFileSync(new URL('../../../../docs/changes.md', import.meta.url), 'utf8');
  const event = JSON.parse(eventJson(EVENT)) as { readonly properties: readonly object[] };
  const members = new Set([event, ...event.properties].flatMap(Object.keys));
  expect(
    [...members].filter((name) => !page.includes(`"${name}":`) && !page.includes(`\`${name}\``)),
  ).toEqual([]);
});
