/** An aspect of an asset that derives from aspects of other entities, which name the asset. */
export interface DerivedFromLinks {
  /** Aspect of the asset. */
  readonly derived: string;
  /** The aspect that names the asset, and the relationship by which it does. */
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

/** Data products that an asset is in. */
export const DATA_PRODUCTS = {
  derived: 'dataProducts',
  source: {
    entityType: 'dataProduct',
    aspectName: 'dataProductProperties',
    relationship: 'DataProductContains',
  },
} as const satisfies DerivedFromLinks;

/** All of them; the registry defines the aspects. */
export const DERIVED_FROM_LINKS: readonly DerivedFromLinks[] = [INCIDENTS_SUMMARY, DATA_PRODUCTS];
