/** DataHub release that the server reports to clients, which select protocols and features by it. */
export const DATAHUB_VERSION = '1.7.0';
