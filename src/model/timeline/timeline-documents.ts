import type { JsonObject } from '../../util/json.ts';
import { objectIn, objectsIn, textIn } from './timeline-elements.ts';
import type { AspectDiffer, ChangeEvent, EventParameters } from './timeline.ts';

/** A text of a document that can change. */
interface Text {
  readonly read: (value: JsonObject) => string;
  /** Names of the parameters with the text before and after. */
  readonly parameters: readonly [old: string, now: string];
  readonly describe: (old: string, now: string) => string;
}

const TITLE: Text = {
  read: (value) => textIn(value, 'title'),
  parameters: ['oldTitle', 'newTitle'],
  describe: (old, now) => `Document title changed from '${old}' to '${now}'`,
};

const CONTENTS: Text = {
  read: (value) => textIn(objectIn(value, 'contents') ?? {}, 'text'),
  parameters: ['oldContent', 'newContent'],
  describe: () => 'Document text content was modified',
};

const PARENT: Text = {
  read: (value) => textIn(objectIn(value, 'parentDocument') ?? {}, 'document'),
  parameters: ['oldParent', 'newParent'],
  describe: (old, now) => {
    if (now === '') return 'Document moved to root level (no parent)';
    return old === '' ? `Document moved to parent ${now}` : `Document moved from ${old} to ${now}`;
  },
};

const STATE: Text = {
  read: (value) => textIn(objectIn(value, 'status') ?? {}, 'state'),
  parameters: ['oldState', 'newState'],
  describe: (old, now) => `Document state changed from ${old} to ${now}`,
};

/** Differ for the title and the text of a document. */
export const documentTexts: AspectDiffer = between((...change) =>
  [TITLE, CONTENTS].flatMap((text) => textChange('DOCUMENTATION', text, ...change)),
);

/** Differ for the parent of a document. */
export const documentParent: AspectDiffer = between((...change) => textChange('PARENT', PARENT, ...change));

/** Differ for the related entities of a document. */
export const documentLinks: AspectDiffer = between((...change) => [
  ...linkChanges(['relatedAssets', 'asset'], ...change),
  ...linkChanges(['relatedDocuments', 'document'], ...change),
]);

const documentState: AspectDiffer = between((...change) => textChange('LIFECYCLE', STATE, ...change));

/** Differ for creation, state and deletion of a document. */
export const documentLifecycle: AspectDiffer = (urn, before, after) => {
  const event = { entityUrn: urn, modifier: undefined, parameters: {}, ...STEPLESS };
  const category = 'LIFECYCLE';
  if (before === undefined) {
    const description = `Document '${TITLE.read(after) || 'Untitled'}' was created`;
    return [{ ...event, category, operation: 'ADD', description }];
  }
  if (isDeleted(after))
    return [{ ...event, category, operation: 'REMOVE', description: 'Document was deleted' }];
  return documentState(urn, before, after);
};

/** Changes of a document do not affect its semantic version, as in DataHub. */
const STEPLESS = { step: 'NONE' } as const;

type Change = readonly [urn: string, before: JsonObject, after: JsonObject];

/** A differ for two versions of a document that exists in both. */
function between(changes: (...change: Change) => readonly ChangeEvent[]): AspectDiffer {
  return (urn, before, after) =>
    before === undefined || isDeleted(after) ? [] : changes(urn, before, after);
}

function isDeleted(value: JsonObject): boolean {
  return Object.keys(value).length === 0;
}

function textChange(
  category: ChangeEvent['category'],
  { read, parameters: names, describe }: Text,
  ...[entityUrn, before, after]: Change
): readonly ChangeEvent[] {
  const [old, now] = [read(before), read(after)];
  if (old === now) return [];
  const parameters: EventParameters = { [names[0]]: old, [names[1]]: now };
  const description = describe(old, now);
  return [
    {
      entityUrn,
      category,
      operation: 'MODIFY',
      modifier: undefined,
      parameters,
      description,
      ...STEPLESS,
    },
  ];
}

function linkChanges(
  [list, member]: readonly [list: string, member: string],
  ...[entityUrn, before, after]: Change
): readonly ChangeEvent[] {
  const [old, now] = [before, after].map(
    (value) => new Set(objectsIn(value, list).map((link) => textIn(link, member))),
  );
  const events = (operation: 'ADD' | 'REMOVE', urns: ReadonlySet<string>, verb: string): ChangeEvent[] =>
    [...urns].map((modifier) => ({
      entityUrn,
      category: 'RELATED_ENTITIES',
      operation,
      modifier,
      ...STEPLESS,
      parameters: { [`${member}Urn`]: modifier },
      description: `Related ${member} ${modifier} was ${verb}`,
    }));
  const [was, is] = [old ?? new Set<string>(), now ?? new Set<string>()];
  return [...events('ADD', is.difference(was), 'added'), ...events('REMOVE', was.difference(is), 'removed')];
}
