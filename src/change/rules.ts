import type { AssignmentRights } from '../model/access/assignment-rights.ts';
import type { TagRights } from '../model/access/tag-rights.ts';
import type { FixedEntities } from '../model/access/built-in.ts';
import type { AspectSpec, EntityRegistry, EntitySpec } from '../model/entity-registry.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import type { Urn } from '../model/urn.ts';
import type { AspectRow } from '../store/entity-rows.ts';
import type { CurrentState } from '../store/metadata-store.ts';
import type { JsonObject } from '../util/json.ts';
import type { Violation } from './violation.ts';
import type { AffectedByDecision } from './affected-rights.ts';

/** Maximum number of entities of one person, by kind. */
export interface Quotas {
  readonly personalViews: number;
  readonly accessTokens: number;
  readonly webhooks: number;
  readonly stepStates: number;
}

/** Operator settings of the write rules. */
export interface ChangeSettings {
  /** Whether the definition's `entityTypes` must include the type of the assigned entity. */
  readonly enforceEntityTypes: boolean;
  /** Whether only a soft-deleted property may be hard-deleted, as in newer DataHub. */
  readonly hardDeleteRequiresSoftDelete: boolean;
  /** Maximum length of a property value, in UTF-8 bytes. */
  readonly keywordMaxLength: number;
  /** Absent: none. */
  readonly fixedEntities?: FixedEntities;
  /** Absent: no limits. */
  readonly quotas?: Quotas;
  /** Schemes of links that people enter, in lower case and without colon. */
  readonly linkSchemes: readonly string[];
  /** Gets what operators should know of a decision, which may be taken more than once. Absent: nobody does. */
  readonly warn?: (message: string) => void;
}

/** A proposal whose entity type, aspect and urn are known. */
export interface ResolvedProposal {
  readonly proposal: MetadataChangeProposal;
  readonly urn: Urn;
  readonly entity: EntitySpec;
  readonly aspect: AspectSpec;
  /** Whether the proposed value is what parsing its stored text will give; absent: it is not known. */
  readonly isExact?: boolean;
  /** About how long the proposed value is, see `Validation.length`; absent: it is not known. */
  readonly valueLength?: number;
  /** It follows from another change of the batch, which has derived its value already. */
  readonly isFollowUp?: true;
  /** It is stored already: all that side effects derive from it is derived, not only what changes. */
  readonly isStored?: true;
  /** Of what is stored: side effects write aspects of these entities only; absent: of all. */
  readonly targets?: ReadonlySet<Urn> | undefined;
  /** Of property values that come back: what the undone deletion deleted, with what the writer does not see. */
  readonly deleted?: AspectRow;
}

/** A change with its patch applied and its value normalised. Values are as visible to the writer. */
export interface AspectChange extends ResolvedProposal {
  /** Latest stored row, hidden parts included; undefined when there is none. */
  readonly row: AspectRow | undefined;
  /** The value before, as visible to the writer (no hidden, no dead assignments). */
  readonly before: JsonObject | undefined;
  /** The value after; undefined for a deletion. */
  readonly after: JsonObject | undefined;
}

/** Inputs of a rule besides the change. `state` includes the earlier changes of the same batch. */
export interface RuleContext {
  readonly state: CurrentState;
  /** The stored state without the changes of this batch. */
  readonly found: CurrentState;
  readonly registry: EntityRegistry;
  readonly settings: ChangeSettings;
  /** Time of the change, in epoch ms. */
  readonly now: number;
  /** Absent: the writer may see and assign every property. */
  readonly rights?: AssignmentRights | undefined;
  /** Absent: the writer may add and remove every tag. */
  readonly tagRights?: TagRights | undefined;
  /** Who writes; absent in tests of single rules. */
  readonly actor?: Urn;
  /** The writer, who changes no personal view of others; absent: those of everybody. */
  readonly viewer?: Urn | undefined;
  /** What side effects may write to entities that the batch does not write to; absent: everything. */
  readonly affected?: AffectedByDecision | undefined;
}

/** One validation rule. */
export interface Validator {
  readonly name: string;
  /** Aspects that the rule applies to; undefined: all. */
  readonly aspects: readonly string[] | undefined;
  /**
   * What is wrong with the change; nothing when it is valid. A rule that judges each item of a list is a generator: only the first
   * failures are asked for, and it may yield undefined between two items, where other work gets its turn.
   */
  check(change: AspectChange, context: RuleContext): Iterable<Violation | undefined>;
}
