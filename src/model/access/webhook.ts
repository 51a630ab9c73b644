/** Entity type and aspect of webhooks. DataHub has this type for actions that react to changes, but no aspect of it. */
export const WEBHOOK = { entityType: 'dataHubAction', infoAspect: 'webhookInfo' } as const;
