/** The id of the header's search field. */
export const searchFieldId = 'search'
