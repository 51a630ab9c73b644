/** Type and aspects of access tokens and browser sessions; the grant, which plain tokens lack, says which one it is. */
export const ACCESS_TOKEN = {
  entityType: 'dataHubAccessToken',
  infoAspect: 'dataHubAccessTokenInfo',
  grantAspect: 'accessTokenGrant',
} as const;
