/**
 * Entity type and aspects of access tokens and browser sessions. The grant, which plain tokens lack, distinguishes
 * them.
 */
export const ACCESS_TOKEN = {
  entityType: 'dataHubAccessToken',
  infoAspect: 'dataHubAccessTokenInfo',
  grantAspect: 'accessTokenGrant',
} as const;
