/** The pictures' own frame: everything is drawn for it and scaled from it. */
export const frame = { width: 640, height: 480 } as const
