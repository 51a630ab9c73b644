import type { RefusalName } from '../../../../src/refusals/all-refusals.ts';
import { entityTypeLabel, entityTypeWord } from '../names/entity-type-label.ts';
import { FILE_WORDS } from './file-words.ts';
import { INPUT_WORDS } from './input-words.ts';
import { wordsOf, type RefusalData, type Sentences } from './words.ts';

/** What a refusal means, by its kind (`docs/errors.md`). */
export const REFUSAL_WORDS: Sentences<RefusalName> = {
  ...INPUT_WORDS,
  ...FILE_WORDS,

  NAME_TAKEN: ({ quoted }) => `The name ${quoted('name')} is taken. Choose another one.`,
  NAME_MISSING: () => 'Enter a name.',
  NAME_UNUSABLE: () => 'This name cannot be used. Use letters, digits, dots and underscores.',
  URN_INVALID: () => 'The catalog cannot read this name or address. Check it for spaces and parentheses.',
  TEXT_TOO_LONG: ({ number }) =>
    `This text has ${number('length')} characters, and at most ${number('most')} are allowed. Shorten it.`,
  LIST_TOO_LONG: ({ number }) =>
    `At most ${number('most')} are possible at once, and these are ${number('size')}. Select fewer.`,
  LINK_EXISTS: ({ quoted }) => `This link exists with the label ${quoted('label')}. Use another label.`,
  LINK_SCHEME: ({ list, quoted }) =>
    `Links cannot begin with ${quoted('scheme')}.${list('allowed') === '' ? '' : ` Use one of ${list('allowed')}.`}`,
  LOOP: () => 'It would be below itself. Choose another place.',
  HAS_CHILDREN: () => 'It contains others. Move or delete them first.',
  BUILT_IN: () => 'This is built-in: it cannot be changed or deleted.',
  QUOTA_REACHED: ({ number, text }) =>
    `You have the ${number('most')} ${ownedWord(text('entityType'))} that one person may have. Delete one first.`,
  CHANGED_SINCE: () => 'Someone else changed this since you opened it. Reload the page and try again.',

  PASSWORD_LENGTH: ({ number }) => `Choose a password of ${number('least')} to ${number('most')} characters.`,
  PASSWORD_WRONG: () => 'This is not your current password.',
  PASSWORD_ABSENT: () => 'This user has no password here: they sign in with single sign-on.',
  PASSWORD_LOGIN_DISABLED: () => 'This server has no login with a password.',
  USER_NOT_ACTIVE: () => 'This user is suspended or deleted. Reactivate the user first.',
  CREDENTIALS_WRONG: () => 'The user name or the password is wrong.',
  ACCOUNT_EXISTS: () => 'This account exists already. Sign in, or use another email address.',
  LINK_INVALID: () => 'This link is no longer valid. Ask an administrator for a new one.',
  LOGIN_EXPIRED: () => 'The sign-in took too long. Start again.',
  MEMBERS_FROM_PROVIDER: () => 'This group comes from your identity provider. Change its members there.',
  RATE_LIMITED: ({ number }) => `This was tried too often. Try again in ${number('seconds')} seconds.`,

  PROPERTY_SPACES: () => 'Names cannot contain spaces. Use dots or underscores.',
  PROPERTY_NAME_FIXED: () => 'The name of a property cannot change. Create a new property instead.',
  PROPERTY_DELETED: () => 'The property is deleted. Restore it first.',
  PROPERTY_UNDEFINED: () => 'This property does not exist, or it was deleted for good.',
  PROPERTY_ACTIVE: () => 'Delete the property first; then you can delete it for good.',
  BREAKING_CHANGE: () => 'Some stored values would no longer fit. The plan shows which.',
  VERSION_INVALID: () => 'The version must be a date and time of 14 digits, such as 20260131093000.',
  VERSION_TOO_LATE: ({ text }) => `The version is too far ahead. Use one up to ${text('latest')}.`,
  VERSION_TOO_LOW: ({ text }) => `Use a version above ${text('above')}, or none.`,
  VALUE_LISTED_TWICE: ({ quoted }) => `${quoted('value')} is listed twice. Remove one.`,
  ENTITY_TYPES_MISSING: () => 'Choose at least one type of asset.',
  ENTITY_TYPES_UNFIT: ({ types }) => `These types cannot have properties: ${types('entityTypes')}.`,
  ALLOWED_TYPES_UNKNOWN: ({ types }) => `These types do not exist: ${types('entityTypes')}.`,
  BADGE_TAKEN: () => 'Another property is the badge already. Only one can be: turn its Badge off first.',
  RULE_UNFIT: ({ text }) => ruleWords(text('member')),
  INHERITED_FROM_OTHERS: ({ types }) =>
    `The property has no values on these types: ${types('entityTypes')}. Add them to its asset types.`,
  INHERITED_WITHOUT_ORDER: ({ text }) =>
    text('member') === 'inherit.resolve'
      ? 'The strictest value is the first of the allowed values. Add allowed values, and allow one value per asset.'
      : 'An asset can have several domains and terms. Add allowed values, whose order decides, or allow several values per asset.',
  HIDDEN_BUT_SHOWN: () => 'A hidden property cannot be shown in other places. Turn these off first.',

  VALUE_TYPE: ({ quoted, text }) => `${quoted('value')} is not ${typeWord(text('valueType'))}.`,
  VALUE_NOT_ALLOWED: ({ list, quoted }) =>
    `${quoted('value')} is not an allowed value. Allowed: ${list('allowed')}.`,
  VALUE_ENTITY_TYPE: ({ types }) => `Choose one of these types: ${types('entityTypes')}.`,
  VALUE_BREAKS_RULE: ({ quoted }) => `${quoted('value')} breaks a rule of the property. Use another value.`,
  VALUE_TOO_LONG: ({ number }) =>
    `The value has ${number('bytes')} bytes, and at most ${number('most')} are allowed. Shorten it.`,
  HAS_VALUE: () => 'There is a value already. Set it instead.',
  ONE_VALUE_ONLY: () => 'The property takes one value.',
  PROPERTY_NOT_FOR_TYPE: ({ text, types }) =>
    `The property is for ${types('entityTypes')}, not for this ${entityTypeWord(text('entityType'))}.`,
  PROPERTY_NOT_FOR_PLATFORM: () => 'The property is not for assets of this platform.',
  PROPERTY_NOT_APPLICABLE: () => 'The property is not for this asset: it does not meet the conditions.',
  PROPERTY_REQUIRED: () => 'A required property would have no value. Enter one.',
  VALUE_HIDDEN: () => 'The property has values that you may not see. Ask an administrator to change it.',
  VALUE_IMMUTABLE: () => 'This value cannot be changed once set.',

  HELD: () => 'Your change waits for review as a proposal. Nothing was changed yet.',
  PROPOSE_ONLY: () => 'With this access you can only propose changes, and this cannot be proposed.',
  NOT_REVIEWABLE: () => 'This cannot be proposed. Ask somebody who may change it.',
  PROPOSAL_DECIDED: () => 'Somebody else has decided this proposal already. Reload the page to see how.',
  PROPOSAL_CONFLICT: () => 'Parts of this have changed since the proposal was made, so nothing was saved.',
  PROPOSAL_CHANGED: () =>
    'What you saw of this proposal has changed, so nothing was saved. Look at it again.',
  PROPOSAL_ITEMS: () => 'The proposal does not have these changes any more. Reload the page.',
  PLAN_OUTDATED: () =>
    'Someone else changed this since, and nothing was saved. The effects above are up to date now.',
  PLAN_EMPTY: () => 'There is nothing to save. Change something first.',
  PLAN_MISSING: () => 'This preview is no longer known. Preview the changes again.',
  PLAN_EXPIRED: () => 'This preview is too old to be applied. Preview the changes again.',
  PLAN_UNUSABLE: () => 'This preview has nothing to apply. Preview the changes again.',
  RUN_NOT_REVERSIBLE: () =>
    'What this run wrote cannot be undone as a whole. Undo single changes in the history.',
  HISTORY_MISSING: () => 'This version is no longer kept. Choose a later one.',
  VERSION_NOT_RESTORABLE: () => 'This part cannot be set back. Edit it instead.',
  AS_OF_UNSUPPORTED: () => 'This is not possible for a past moment. Show the current state.',
  PATCH_UNFIT: () => 'This does not fit what is stored now. Reload the page and try again.',
  CATALOG_BUSY: () => 'Others are writing to the catalog, and nothing was changed. Try again in a moment.',
  VALUES_HELD: () =>
    'Some assets still have a value that you remove, and nothing was changed. Replace it first.',
  UNDO_EXPIRED: () => 'This is too old to be undone.',
  UNDO_OVERTAKEN: () => 'This was changed again since, so there is nothing left to undo.',
  SELECTION_EMPTY: () =>
    'No asset matches. Change the words or the filters of the search, or the distance along lineage.',
  TOO_MANY_ASSETS: ({ number }) =>
    `${number('found')} assets match, and at most ${number('most')} are possible at once. Add a filter.`,
  PRIVILEGE_MISSING: () => 'You don’t have permission to change this.',
  EDIT_RUNNING: () => 'The edit is still running. Wait for its end, or stop it first.',
  EDIT_UNCHANGED: () => 'The edit changed nothing, so there is nothing to undo.',
  EXPORT_TOO_LONG: () => 'The table is too long to export. Add a filter, or choose fewer columns.',

  QUERY_UNREADABLE: ({ number }) =>
    `The search cannot be read from character ${number('position')} on. Check quotes, parentheses and operators.`,
  QUERY_TOO_LONG: () => 'The search is too long, or has too many wildcards. Use fewer words.',
  SEARCH_FIELD_UNKNOWN: ({ quoted }) =>
    `Nothing here has the field ${quoted('field')}. Remove it from the filters or the order.`,
  SEARCH_FIELD_UNFILLED: ({ quoted }) =>
    `The field ${quoted('field')} has no values in this catalog. Remove its filter.`,
  BOUNDS_REVERSED: () =>
    'The end of a range is before its beginning, so nothing can match. Change the range.',
  TOTAL_INEXACT: ({ number }) => `At least ${number('total')} match. Add a filter for the exact number.`,
  COLUMNS_BY_OWN_VALUE: () => 'Columns are found by their own values only, not by those that they inherit.',
  FACET_INEXACT: ({ number }) =>
    `Some counts beside the results may be too low by up to ${number('error')}. Add a filter for exact counts.`,
  VIOLATIONS_UNCOUNTED: ({ number }) =>
    `Violations are counted for ${number('counted')} of the ${number('total')} properties with rules. Open the page of another property to see its violations.`,
  PROPERTY_WORDS_MISSING: ({ number, quoted }) =>
    `The values of ${quoted('property')} are being prepared for search: ${number('missing')} of ${number('total')} assets are not found by them yet.`,
  FILTER_NOT_A_NUMBER: ({ quoted }) => `${quoted('value')} is not a number or date. Change the filter.`,
  FILTER_INVALID: ({ part }) =>
    `The filter on ${part('field')} does not work this way. Change its operator or values.`,
  FILTER_TOO_LARGE: ({ number }) => `The filter covers more than ${number('most')} values. Choose fewer.`,

  SERVER_STOPPING: () => 'The server is stopping.',
  STORE_SILENT: ({ text }) => `The database has not responded since ${timeWord(text('since'))}.`,
  INDEX_SILENT: ({ text }) => `The search index has not responded since ${timeWord(text('since'))}.`,
  STORE_MIGRATING: () => 'The server is being upgraded. It responds when this is done.',
  INDEX_FILLING: () => 'The search index is being filled. Searches work when this is done.',
  DISK_UNREADABLE: () => 'The data folder of the server cannot be read.',
  DISK_FULL: ({ number }) =>
    `The disk of the server has ${number('left')} MiB left, and at least ${number('least')} are needed.`,

  URL_INVALID: ({ number }) =>
    `Enter an address that begins with https:// or http://, of at most ${number('most')} characters.`,
  URL_WITH_PASSWORD: () => 'The address cannot contain a user or a password.',
  URL_NOT_PUBLIC: () =>
    'The server does not send to addresses of its own network. Use a public address, or ask an administrator.',
  WEBHOOK_DISABLED: () => 'The webhook is disabled. Enable it first.',
  DELIVERY_ABSENT: () => 'There is nothing to send again.',
  SCHEDULE_INVALID: ({ text }) =>
    text('part') === 'timezone'
      ? 'This time zone does not exist. Use a name such as Europe/Berlin.'
      : 'The schedule cannot be read. Use five fields, such as 0 6 * * * for every day at 6:00.',
  RECIPE_INVALID: () => 'The recipe needs a source.',
  RUN_ENDED: () => 'The run has ended already.',
  FORM_INCOMPLETE: () => 'Answer the required questions first; then you can verify the form.',
  FORM_NOT_ASSIGNED: () => 'This form is no longer assigned to the asset. Reload the page.',
  POLICY_PART_UNKNOWN: () =>
    'The policy names something that does not exist. Check its privileges, types and filters.',
  PROMPT_UNFIT: () => 'The form has changed, and the answer no longer fits. Reload the page.',
  ASSERTION_UNFIT: () => 'This check does not take results. Choose another one.',
  LINEAGE_UNFIT: ({ text }) =>
    `${entityTypeLabel(text('downstream'))} entities cannot come from a ${entityTypeWord(text('upstream'))}. Choose another asset.`,
  NAME_FIXED: () => 'This cannot be renamed. Create a new one with the name.',
  SECRET_UNREADABLE: () => 'The secret cannot be read with the current key. Set it again.',
  STAGE_MISSING: () => 'This lifecycle stage does not exist. Choose another one.',
  STAGE_UNFIT: ({ text }) =>
    `${entityTypeLabel(text('entityType'))} entities cannot have this lifecycle stage. Choose another one.`,
  STAGE_NOT_NEXT: () => 'This lifecycle stage cannot follow the current one. Choose a stage between them.',
  VERSION_SCHEME: () => 'This version is not numbered like the others of its set. Number it like them.',
  VERSION_SET_UNFIT: () => 'These versions are for assets of another type. Choose other versions.',
  VIEW_CREATOR: () => 'A view belongs to the person who creates it. Create your own view.',
  VIEW_NOT_GLOBAL: () => 'The default for everyone must be a global view.',
  CATALOG_NOT_EMPTY: () => 'The demo needs an empty catalog, and this one has assets.',
};

/** A refusal in the words of the page; undefined for a kind without words. */
export function refusalWords(kind: string | undefined, data: RefusalData = {}): string | undefined {
  return kind !== undefined && isKnown(kind) ? REFUSAL_WORDS[kind](wordsOf(data)) : undefined;
}

function isKnown(kind: string): kind is RefusalName {
  return Object.hasOwn(REFUSAL_WORDS, kind);
}

/** What is wrong with a member of the rules, by the beginning of its path; the first that matches. */
const RULES: readonly (readonly [member: string, words: string])[] = [
  [
    'values.pattern',
    'The pattern is not an RE2 expression, is too complex, or refuses an allowed value. RE2 has no lookaround and no backreferences.',
  ],
  ['values.minLength', 'The minimum length is above the maximum, or refuses an allowed value.'],
  ['values.maxLength', 'The maximum length is negative, or refuses an allowed value.'],
  ['values.min', 'The minimum does not fit the values, is above the maximum, or refuses an allowed value.'],
  ['values.max', 'The maximum does not fit the values, or refuses an allowed value.'],
  ['values.format', 'The format does not fit the value type, or refuses an allowed value.'],
  [
    'values.refersTo',
    'A condition on the entities of values is incomplete, or has more than 100 values. Correct it.',
  ],
  ['appliesIf', 'A condition on the assets is incomplete, or has more than 100 values. Correct it.'],
  ['inherit', 'The rule of inheritance names nothing, or the same twice. Correct it.'],
  ['deprecatedValues', 'A deprecated value does not fit the value type, or is its own replacement.'],
];

function ruleWords(member: string): string {
  const known = RULES.find(([path]) => member.startsWith(path))?.[1];
  return known ?? 'A rule does not fit the property, or contradicts another one. Correct it.';
}

const OWNED: Readonly<Record<string, string>> = {
  dataHubAccessToken: 'access tokens',
  dataHubView: 'personal views',
  dataHubPersona: 'settings',
  dataHubStepState: 'settings',
};

function ownedWord(entityType: string): string {
  return OWNED[entityType] ?? 'webhooks';
}

const VALUE_TYPES: Readonly<Record<string, string>> = {
  number: 'a number',
  date: 'a date such as 2026-01-31',
  urn: 'an entity of the catalog',
  string: 'a text',
  rich_text: 'a text',
};

function typeWord(valueType: string): string {
  return VALUE_TYPES[valueType] ?? 'of the right type';
}

/** A time of the server as people read it; unchanged if it is none. */
function timeWord(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? time
    : date.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
