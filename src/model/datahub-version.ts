/** The DataHub release that the server is compatible with; clients choose protocols and features by it. */
export const DATAHUB_VERSION = '1.7.0';
