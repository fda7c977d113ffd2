/** The element that holds what a page was rendered with, as JSON. */
export const renderedPageId = 'rendered-page'
