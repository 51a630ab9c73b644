/** Type and aspect of connections to other systems. */
export const CONNECTION = {
  entityType: 'dataHubConnection',
  detailsAspect: 'dataHubConnectionDetails',
  /** Platform privilege for all that concerns connections. */
  privilege: 'MANAGE_CONNECTIONS',
} as const;
