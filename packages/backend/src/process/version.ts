import manifest from '../../../../package.json' with { type: 'json' }

/** The running version of Giftwell, such as `1.0.0`. */
export const { version } = manifest
