/** Type and aspect of webhooks. DataHub has the type, for what reacts to changes, and no aspect of it. */
export const WEBHOOK = { entityType: 'dataHubAction', infoAspect: 'webhookInfo' } as const;
