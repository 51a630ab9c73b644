import { FILE_REFUSALS } from './file-refusals.ts';
import { INPUT_REFUSALS } from './input-refusals.ts';
import type { RefusalKind } from './refusal-kind.ts';

/**
 * Refusals that people cause, finer than error codes. A problem carries the kind and its data in every protocol, so that clients can say
 * in their own words what happened. The texts are the reference in `docs/errors.md`. Kinds are never renamed.
 */
export const REFUSALS = {
  ...INPUT_REFUSALS,
  ...FILE_REFUSALS,

  // Names and texts of any entity.
  NAME_TAKEN: { when: 'Another entity has the name or id.', data: { name: 'text' } },
  NAME_MISSING: { when: 'The name or id is empty.', data: {} },
  NAME_UNUSABLE: {
    when: 'The name or id has characters that cannot be part of a urn.',
    data: { name: 'text' },
  },
  URN_INVALID: { when: 'A urn, or the urn that a name would have, is malformed.', data: {} },
  TEXT_TOO_LONG: {
    when: 'A name or a text is longer than allowed.',
    data: { length: 'number', most: 'number' },
  },
  LIST_TOO_LONG: { when: 'A list has more elements than allowed.', data: { size: 'number', most: 'number' } },
  LINK_EXISTS: {
    when: 'The asset has the link with this label already.',
    data: { url: 'text', label: 'text' },
  },
  LINK_SCHEME: {
    when: 'Links may not have this scheme.',
    data: { scheme: 'text', allowed: 'texts' },
  },
  LOOP: { when: 'The entity would be below itself.', data: {} },
  HAS_CHILDREN: { when: 'The entity has others below it.', data: {} },
  BUILT_IN: { when: 'The entity is built-in and cannot be changed or deleted.', data: {} },
  QUOTA_REACHED: {
    when: 'The owner has as many entities of the type as allowed.',
    data: { entityType: 'text', most: 'number' },
  },
  CHANGED_SINCE: { when: 'Someone else changed it since it was read.', data: {} },

  // People and accounts.
  PASSWORD_LENGTH: {
    when: 'The password is too short or too long.',
    data: { least: 'number', most: 'number' },
  },
  PASSWORD_WRONG: { when: 'The current password is wrong.', data: {} },
  PASSWORD_ABSENT: { when: 'The user has no password on this server.', data: {} },
  PASSWORD_LOGIN_DISABLED: { when: 'The server does not offer login with a password.', data: {} },
  USER_NOT_ACTIVE: { when: 'The user is suspended or deleted.', data: {} },
  CREDENTIALS_WRONG: { when: 'The user name or the password is wrong.', data: {} },
  ACCOUNT_EXISTS: { when: 'There is an account with this user name or email address.', data: {} },
  LINK_INVALID: { when: 'The link of an invitation or a password reset is invalid or used.', data: {} },
  LOGIN_EXPIRED: { when: 'The login at the identity provider took too long, or began elsewhere.', data: {} },
  MEMBERS_FROM_PROVIDER: { when: 'The identity provider manages the members of the group.', data: {} },
  RATE_LIMITED: { when: 'Too many attempts or requests.', data: { seconds: 'number' } },

  // Definitions of structured properties.
  PROPERTY_SPACES: { when: 'The name of the property has white space.', data: {} },
  PROPERTY_NAME_FIXED: { when: 'The name of a property cannot be changed.', data: {} },
  PROPERTY_DELETED: { when: 'The property is deleted and can be restored.', data: {} },
  PROPERTY_UNDEFINED: { when: 'The property does not exist.', data: {} },
  PROPERTY_ACTIVE: {
    when: 'A property must be soft-deleted before it is hard-deleted.',
    data: {},
  },
  BREAKING_CHANGE: {
    when: 'The definition would make stored values invalid, and has no higher version.',
    data: {},
  },
  VERSION_INVALID: {
    when: 'The version is not a time of the form yyyyMMddhhmmss.',
    data: { version: 'text' },
  },
  VERSION_TOO_LATE: {
    when: 'The version is more than a day ahead.',
    data: { version: 'text', latest: 'text' },
  },
  VERSION_TOO_LOW: { when: 'The property had a higher version.', data: { version: 'text', above: 'text' } },
  VALUE_LISTED_TWICE: { when: 'An allowed value is listed twice.', data: { value: 'text' } },
  ENTITY_TYPES_MISSING: { when: 'The property is for no entity type.', data: {} },
  ENTITY_TYPES_UNFIT: {
    when: 'Entities of these types cannot have properties.',
    data: { entityTypes: 'texts' },
  },
  ALLOWED_TYPES_UNKNOWN: {
    when: 'The values may not be of these entity types.',
    data: { entityTypes: 'texts' },
  },
  BADGE_TAKEN: { when: 'Another property is the badge of assets.', data: {} },
  RULE_UNFIT: {
    when: 'A rule does not fit the property, contradicts another, or is too large.',
    data: { member: 'text' },
  },
  INHERITED_FROM_OTHERS: {
    when: 'Values are inherited from entities of types that the property is not for.',
    data: { entityTypes: 'texts' },
  },
  INHERITED_WITHOUT_ORDER: {
    when: 'Several values could be inherited, and no order of allowed values decides between them.',
    data: { member: 'text' },
  },
  HIDDEN_BUT_SHOWN: { when: 'A hidden property has display settings.', data: { settings: 'texts' } },

  // Values of structured properties.
  VALUE_TYPE: {
    when: 'The value does not have the type of the property.',
    data: { value: 'text', valueType: 'text' },
  },
  VALUE_NOT_ALLOWED: {
    when: 'The value is not one of the allowed values; lists the first ten.',
    data: { value: 'text', allowed: 'texts' },
  },
  VALUE_ENTITY_TYPE: {
    when: 'The value is an entity of another type.',
    data: { value: 'text', entityTypes: 'texts' },
  },
  VALUE_BREAKS_RULE: {
    when: 'The value breaks a rule of the property: `min`, `pattern`, `deprecated`...',
    data: { value: 'text', rule: 'text' },
  },
  VALUE_TOO_LONG: { when: 'The value is too long.', data: { bytes: 'number', most: 'number' } },
  HAS_VALUE: { when: 'A field that takes one value has one already.', data: {} },
  ONE_VALUE_ONLY: { when: 'The property takes one value.', data: { count: 'number' } },
  PROPERTY_NOT_FOR_TYPE: {
    when: 'The property is not for entities of this type.',
    data: { entityType: 'text', entityTypes: 'texts' },
  },
  PROPERTY_NOT_FOR_PLATFORM: {
    when: 'The property is not for entities of this platform.',
    data: { platforms: 'texts' },
  },
  PROPERTY_NOT_APPLICABLE: {
    when: 'The asset does not meet the criteria for having the property.',
    data: {},
  },
  PROPERTY_REQUIRED: { when: 'A required property would have no value.', data: {} },
  VALUE_HIDDEN: { when: 'The change would replace a value that the caller may not see.', data: {} },
  VALUE_IMMUTABLE: { when: 'The value cannot be changed once set.', data: {} },

  // Plans, bulk edits, runs, and their undo.
  HELD: { when: 'The write of a propose-only token waits for review.', data: { proposal: 'text' } },
  PROPOSE_ONLY: { when: 'A propose-only token may not do this, even as a proposal.', data: {} },
  NOT_REVIEWABLE: {
    when: 'Changes of this aspect, or of something that does not exist, cannot be proposed.',
    data: { aspect: 'text', entityType: 'text' },
  },
  PROPOSAL_DECIDED: { when: 'The proposal is no longer open.', data: { state: 'text' } },
  PROPOSAL_CONFLICT: {
    when: 'Parts that the proposal changes have changed since, or name entities that are deleted since.',
    data: { items: 'texts' },
  },
  PROPOSAL_CHANGED: { when: 'What was shown of the proposal has changed since.', data: {} },
  PROPOSAL_ITEMS: { when: 'The proposal has no such items.', data: { items: 'texts' } },
  PLAN_OUTDATED: { when: 'Definitions or values changed since the plan.', data: {} },
  PLAN_EMPTY: { when: 'The plan has no definitions and no deletions.', data: {} },
  PLAN_MISSING: { when: 'The plan or dry run does not exist, or is not one.', data: {} },
  PLAN_EXPIRED: { when: 'The dry run is too old to be applied.', data: {} },
  PLAN_UNUSABLE: { when: 'The dry run found nothing to apply, or failed.', data: {} },
  RUN_NOT_REVERSIBLE: { when: 'The writes of the run cannot be undone.', data: {} },
  HISTORY_MISSING: { when: 'The version or moment is no longer stored.', data: {} },
  VERSION_NOT_RESTORABLE: { when: 'Versions of this part cannot be restored.', data: {} },
  AS_OF_UNSUPPORTED: { when: 'The request cannot be answered as of a past moment.', data: {} },
  PATCH_UNFIT: { when: 'A patch does not fit the stored value.', data: {} },
  CATALOG_BUSY: { when: 'Other writes kept changing what the request depends on.', data: {} },
  VALUES_HELD: {
    when: 'Assets still have a value that the new definition removes.',
    data: {},
  },
  UNDO_EXPIRED: { when: 'The change is no longer kept and cannot be undone.', data: {} },
  UNDO_OVERTAKEN: { when: 'Later changes leave nothing to undo.', data: {} },
  SELECTION_EMPTY: { when: 'No asset matches.', data: {} },
  TOO_MANY_ASSETS: { when: 'Too many assets match.', data: { found: 'number', most: 'number' } },
  PRIVILEGE_MISSING: { when: 'The caller lacks the privilege.', data: { privilege: 'text' } },
  EDIT_RUNNING: { when: 'The bulk edit has not ended.', data: {} },
  EDIT_UNCHANGED: { when: 'The bulk edit changed nothing.', data: {} },
  EXPORT_TOO_LONG: { when: 'The exported table would be too long.', data: { most: 'number' } },

  // Searches.
  QUERY_UNREADABLE: {
    when: 'The query has a syntax error; positions count from 1.',
    data: { position: 'number' },
  },
  QUERY_TOO_LONG: { when: 'The query is too long or has too many wildcards.', data: { most: 'number' } },
  SEARCH_FIELD_UNKNOWN: { when: 'None of the searched entity types has the field.', data: { field: 'text' } },
  SEARCH_FIELD_UNFILLED: { when: 'Nothing writes values of the field.', data: { field: 'text' } },
  BOUNDS_REVERSED: { when: 'The upper bound of a filter is below the lower one.', data: { field: 'text' } },
  TOTAL_INEXACT: { when: 'A warning: the total is a lower bound.', data: { total: 'number' } },
  COLUMNS_BY_OWN_VALUE: {
    when: 'A warning: columns are searched without the values that they inherit.',
    data: { property: 'text' },
  },
  FACET_INEXACT: {
    when: 'A warning: the counts of a facet may be too low by up to the error.',
    data: { field: 'text', error: 'number' },
  },
  VIOLATIONS_UNCOUNTED: {
    when: 'A warning: a facet counts the violations of only so many of the properties with rules.',
    data: { counted: 'number', total: 'number' },
  },
  PROPERTY_WORDS_MISSING: {
    when: 'A warning: so many entities are not found yet by the words of a property.',
    data: { property: 'text', missing: 'number', total: 'number' },
  },
  FILTER_NOT_A_NUMBER: { when: 'The filter compares numbers or dates.', data: { value: 'text' } },
  FILTER_INVALID: {
    when: 'The operator or the values of a filter do not fit its field.',
    data: { field: 'text' },
  },
  FILTER_TOO_LARGE: { when: 'The filter covers too many values.', data: { most: 'number' } },

  // Why the server is not ready: problems of `/health/ready`.
  SERVER_STOPPING: { when: 'The server is stopping.', data: {} },
  STORE_SILENT: { when: 'The store has not responded since a time.', data: { since: 'text' } },
  INDEX_SILENT: { when: 'The search index has not responded since a time.', data: { since: 'text' } },
  INDEX_FILLING: { when: 'The search index is being filled.', data: {} },
  STORE_MIGRATING: { when: 'The schema of the store is being migrated to this version.', data: {} },
  DISK_UNREADABLE: { when: 'The data folder cannot be read.', data: {} },
  DISK_FULL: {
    when: 'The disk of the data folder is almost full; in MiB.',
    data: { left: 'number', least: 'number' },
  },

  // Webhooks, ingestion, forms, policies, the demo.
  URL_INVALID: { when: 'The URL is not an http or https URL.', data: { most: 'number' } },
  URL_WITH_PASSWORD: { when: 'The URL has a user or a password.', data: {} },
  URL_NOT_PUBLIC: {
    when: 'The address is not reachable from outside the network, and not allowed.',
    data: {},
  },
  WEBHOOK_DISABLED: { when: 'The webhook is disabled.', data: {} },
  DELIVERY_ABSENT: { when: 'There is nothing to deliver again.', data: {} },
  SCHEDULE_INVALID: { when: 'The schedule or its time zone cannot be read.', data: { part: 'text' } },
  RECIPE_INVALID: { when: 'The recipe is not an object with a source.', data: {} },
  RUN_ENDED: { when: 'The run has ended.', data: {} },
  FORM_INCOMPLETE: { when: 'A form can be verified when its required prompts are answered.', data: {} },
  FORM_NOT_ASSIGNED: { when: 'The form is not assigned to the entity.', data: {} },
  POLICY_PART_UNKNOWN: { when: 'The policy names a privilege, type or field that does not exist.', data: {} },
  PROMPT_UNFIT: { when: 'The answer does not fit its prompt, or the form has no such prompt.', data: {} },
  ASSERTION_UNFIT: { when: 'The assertion does not take results, or is of another type.', data: {} },
  LINEAGE_UNFIT: {
    when: 'An entity of this type cannot have one of the other type upstream.',
    data: { upstream: 'text', downstream: 'text' },
  },
  NAME_FIXED: { when: 'Entities of this type cannot be renamed.', data: {} },
  SECRET_UNREADABLE: { when: 'The secret was encrypted with another key.', data: {} },
  STAGE_MISSING: { when: 'The lifecycle stage does not exist.', data: {} },
  STAGE_UNFIT: {
    when: 'The lifecycle stage is not for entities of this type.',
    data: { entityType: 'text' },
  },
  STAGE_NOT_NEXT: { when: 'The lifecycle stage may not follow the current one.', data: {} },
  VERSION_SCHEME: { when: 'The version does not have the versioning scheme of its set.', data: {} },
  VERSION_SET_UNFIT: { when: 'The version set is for assets of another type.', data: {} },
  VIEW_CREATOR: { when: 'The creator of a view is who creates it, and never changes.', data: {} },
  VIEW_NOT_GLOBAL: { when: 'The default view of everyone must be a global view.', data: {} },
  CATALOG_NOT_EMPTY: { when: 'The demo is only loaded into an empty catalog.', data: {} },
} as const satisfies Readonly<Record<string, RefusalKind>>;

/** A key of `REFUSALS`. */
export type RefusalName = keyof typeof REFUSALS;
