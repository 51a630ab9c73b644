/** An aspect of an asset derived from aspects of other entities that refer to the asset. */
export interface DerivedFromLinks {
  /** Aspect of the asset. */
  readonly derived: string;
  /** The aspect that refers to the asset, and the relationship that it uses. */
  readonly source: {
    readonly entityType: string;
    readonly aspectName: string;
    readonly relationship: string;
  };
}

/** Incidents of an asset. */
export const INCIDENTS_SUMMARY = {
  derived: 'incidentsSummary',
  source: { entityType: 'incident', aspectName: 'incidentInfo', relationship: 'IncidentOn' },
} as const satisfies DerivedFromLinks;

/** Data products that contain an asset. */
export const DATA_PRODUCTS = {
  derived: 'dataProducts',
  source: {
    entityType: 'dataProduct',
    aspectName: 'dataProductProperties',
    relationship: 'DataProductContains',
  },
} as const satisfies DerivedFromLinks;

/** All aspects derived from links; the registry defines them. */
export const DERIVED_FROM_LINKS: readonly DerivedFromLinks[] = [INCIDENTS_SUMMARY, DATA_PRODUCTS];
