/** What the operator allows a system update to do. Mappings are removed only if both are true, as in DataHub. */
export interface UpdateSwitches {
  /** The index may be built anew without the mappings of deleted properties. */
  readonly reindexMappings: boolean;
  /** The mappings of structured properties are part of the update. */
  readonly structuredProperties: boolean;
}

/** A system update that somebody asks for; the switches add to those of the configuration. */
export interface UpdateRequest {
  /** Run this step only, even where it is not needed but possible; absent: every step that is needed. */
  readonly step?: string;
  readonly switches?: Partial<UpdateSwitches>;
}
