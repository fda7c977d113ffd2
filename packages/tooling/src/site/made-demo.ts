/** Names the data folder of a demo catalogue that was made for the end-to-end tests, pictures and all. */
export const demoVariable = 'GIFTWELL_E2E_DEMO'
