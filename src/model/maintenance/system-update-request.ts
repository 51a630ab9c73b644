/** Switches that allow a system update to remove mappings; as in DataHub, both must be true. */
export interface UpdateSwitches {
  /** The index may be rebuilt without the mappings of deleted properties. */
  readonly reindexMappings: boolean;
  /** The mappings of structured properties are part of the update. */
  readonly structuredProperties: boolean;
}

/** Request for a system update. */
export interface UpdateRequest {
  /** Run only this step, even if it is not needed; absent: run all needed steps. */
  readonly step?: string;
  /** Combined with the configuration: either can enable a switch. */
  readonly switches?: Partial<UpdateSwitches>;
}
