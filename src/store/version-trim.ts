import type { Urn } from '../model/urn.ts';

/** Whose former versions are looked at; what is left out has no limit. */
export interface VersionSelection {
  readonly urn?: Urn;
  readonly aspectName?: string;
}

/** A stretch of entities in the order in which they came into being. */
export interface VersionStretch extends VersionSelection {
  /** Where the stretch before it ended; 0 at first. */
  readonly after: number;
  /** Epoch ms; ages are counted until then. */
  readonly now: number;
}

/** What became of a stretch. */
export interface TrimmedVersions {
  /** Former versions that were dropped. */
  readonly removed: number;
  readonly walkedTo: number;
  /** Whether there are no entities beyond it. */
  readonly isDone: boolean;
}

/** Dropping former versions that no write has dropped, because policies of retention came after it or time went by. */
export interface VersionTrimmer {
  /** Drops what the policies do not keep of the next stretch; the latest versions stay, and no number is used. */
  trim(stretch: VersionStretch): Promise<TrimmedVersions>;
}
