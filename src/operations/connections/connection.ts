/** Type and aspect of connections to other systems. */
export const CONNECTION = {
  entityType: 'dataHubConnection',
  detailsAspect: 'dataHubConnectionDetails',
  /** Platform privilege for reading and writing connections. */
  privilege: 'MANAGE_CONNECTIONS',
} as const;
