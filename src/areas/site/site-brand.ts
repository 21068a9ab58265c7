/** Values that the pages were built with and only their HTML and images show; scripts do not import it (decision 110). */
export const siteBrand = BRAND_OF_SITE;
