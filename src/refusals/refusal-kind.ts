/** Type of a member of the data of a refusal. Urns are texts. */
export type DataType = 'text' | 'number' | 'texts';

/** What a kind of refusal means, and its data. */
export interface RefusalKind {
  /** When it occurs, for the reference. */
  readonly when: string;
  readonly data: Readonly<Record<string, DataType>>;
}
