import manifest from '../../../../package.json' with { type: 'json' }

/** The running version of Giftwell, such as `0.1.0`. */
export const { version } = manifest
