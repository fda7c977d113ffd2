import { createTheme, type MantineColorsTuple } from '@mantine/core'

import { breakpoints } from './breakpoints.ts'

const aubergine: MantineColorsTuple = [
  '#F8F1F6',
  '#EBDDE8',
  '#D5B9CF',
  '#BE92B5',
  '#A66F9B',
  '#8C5181',
  '#6E3A66',
  '#5A2D54',
  '#4A2545',
  '#331930',
]
const marigold: MantineColorsTuple = [
  '#FFF6E3',
  '#FDEAC4',
  '#FAD48B',
  '#F5BD52',
  '#EDA92C',
  '#E39A1B',
  '#C07F10',
  '#98640B',
  '#704A09',
  '#4A3107',
]
const leaf: MantineColorsTuple = [
  '#EAF5EF',
  '#D3E8DC',
  '#A9D2BC',
  '#7CBB99',
  '#56A57B',
  '#3F8F66',
  '#367B58',
  '#2F6B4F',
  '#24543E',
  '#183A2B',
]
const brick: MantineColorsTuple = [
  '#FCEDEA',
  '#F6D6D0',
  '#EBAEA4',
  '#DF8476',
  '#D4604F',
  '#C54C3A',
  '#B3402E',
  '#A03726',
  '#852C1E',
  '#5F1F15',
]
/** Greys that lean to the warm side of paper; Mantine draws its own borders and hints from them. */
const gray: MantineColorsTuple = [
  '#FBF7F0',
  '#F4EDE3',
  '#E9E0D3',
  '#DCD0C0',
  '#C4B6A6',
  '#9C8E84',
  '#7A6E6B',
  '#5F5468',
  '#43384F',
  '#241B2F',
]
const dark: MantineColorsTuple = [
  '#EDE6EF',
  '#C8BDCC',
  '#A597AB',
  '#7D6F86',
  '#5A4C64',
  '#43374D',
  '#32283C',
  '#211A28',
  '#17121C',
  '#0F0B13',
]

const display = "'Fraunces Variable', Georgia, 'Times New Roman', serif"
const text = "'Figtree Variable', system-ui, -apple-system, 'Segoe UI', sans-serif"

/** The look of the product on Mantine's tokens, for components; `themeCss` writes it for stylesheets. Colours that differ by
 * scheme are in `schemeColours`. */
export const theme = createTheme({
  breakpoints,
  colors: { aubergine, marigold, leaf, brick, gray, dark },
  primaryColor: 'aubergine',
  primaryShade: { light: 8, dark: 5 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  black: '#241B2F',
  white: '#FFFFFF',
  fontFamily: text,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontFamily: display,
    fontWeight: '560',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(2rem, 1.55rem + 1.9vw, 2.75rem)', lineHeight: '1.1' },
      h2: { fontSize: 'clamp(1.5625rem, 1.3rem + 1.1vw, 2.125rem)', lineHeight: '1.12' },
      h3: { fontSize: '1.25rem', lineHeight: '1.2' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.3' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.55', lg: '1.55', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '8px', md: '10px', lg: '14px', xl: '20px' },
  defaultRadius: 'md',
  shadows: {
    sm: '0 1px 2px rgb(74 37 40 / 6%), 0 4px 14px rgb(74 37 40 / 6%)',
    md: '0 2px 6px rgb(74 37 40 / 8%), 0 18px 44px rgb(74 37 40 / 14%)',
  },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Classes for base.css, which styles their edges and their focus.
    Input: { classNames: { wrapper: 'field', input: 'field-box' } },
    // The radius of other controls would make a circle of it, like a radio button.
    Checkbox: { defaultProps: { radius: 'xs' }, classNames: { input: 'check-box' } },
    // 16 px in fields keeps phones from zooming in on them.
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: {
      defaultProps: {
        size: 'md',
        visibilityToggleButtonProps: {
          'aria-label': 'Show or hide password',
          'aria-hidden': false,
          tabIndex: 0,
        },
      },
      classNames: { innerInput: 'field-inner' },
    },
    Textarea: { defaultProps: { size: 'md' } },
  },
})
