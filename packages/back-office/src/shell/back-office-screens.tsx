import { Stack, Text } from '@mantine/core'
import type { ComponentType } from 'react'
import { ChunkFailure } from '@giftwell/shared/ui/lazy/lazy-dialog.tsx'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { LazyBoundary, lazyComponent } from '@giftwell/shared/ui/lazy/lazy-component.tsx'
import type { FirstRead, ScreenComponent } from '../screen/screen-head.tsx'
import classes from './back-office-screens.module.css'
import {
  type Icon,
  IconBuildingFactory2,
  IconBuildingSkyscraper,
  IconBuildingStore,
  IconCategory,
  IconChartBar,
  IconFileImport,
  IconFileInvoice,
  IconGift,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconMessages,
  IconPackage,
  IconQrcode,
  IconReportAnalytics,
  IconRubberStamp,
  IconSettings,
  IconShieldLock,
  IconSitemap,
  IconSparkles,
  IconStethoscope,
  IconTruckDelivery,
  IconUserShield,
  IconUsers,
  IconVocabulary,
} from '@tabler/icons-react'
import type { BackOfficeRoute } from '@giftwell/shared/kernel/site-routes.ts'
import type { EditedTable } from '@giftwell/shared/kernel/table.ts'

/** A lazily loaded screen. */
interface LazyScreen {
  readonly Screen: ComponentType
  /** Loads the chunk before it is rendered. */
  preload(): Promise<unknown>
  /** The first read of the screen, once its chunk is loaded and if it has one. */
  firstRead(): FirstRead | undefined
}

/** A screen in a chunk of its own; its name is the document's title while the chunk loads. */
export function lazyScreen(name: string, load: () => Promise<ScreenComponent>): LazyScreen {
  let loaded: ScreenComponent | undefined
  const Chunk = lazyComponent(async () => (loaded = await load()))

  function Screen() {
    const title = <title>{`${name} · ${useSite().name}`}</title>
    return (
      <LazyBoundary
        loading={
          <>
            {title}
            <Text className={classes.loading} c="dimmed" ta="center" px="lg" py={56} role="status">
              Loading...
            </Text>
          </>
        }
        failed={(retry) => (
          <>
            {title}
            <Stack align="center" justify="center" gap={12} mih="60dvh">
              <h1>{name}</h1>
              <ChunkFailure what="This screen" onRetry={retry} />
            </Stack>
          </>
        )}
      >
        <Chunk />
      </LazyBoundary>
    )
  }

  return { Screen, preload: Chunk.preload, firstRead: () => loaded?.firstRead }
}

/** A screen of the back office with its route and link. */
export interface BackOfficeScreen extends LazyScreen {
  readonly path: string
  /** The optional rest of its path, such as the id of an open record. */
  readonly parameters: string
  readonly text: string
  readonly icon: Icon
  /** Whether sales do not open it. */
  readonly isForAdministrators?: boolean
  /** The letter that opens it after "g". */
  readonly letter: string
  /** The record that its button, or `?add=1`, adds: "Category". */
  readonly adds?: string
  /** The table of its records, which the command palette finds by name; `?record=ID` opens one. */
  readonly table?: EditedTable
}

function screen(
  path: BackOfficeRoute,
  text: string,
  icon: Icon,
  letter: string,
  load: () => Promise<ScreenComponent>,
  options: Partial<Pick<BackOfficeScreen, 'parameters' | 'adds' | 'table' | 'isForAdministrators'>> = {},
): BackOfficeScreen {
  return { path, parameters: '', text, icon, letter, ...options, ...lazyScreen(text, load) }
}

/** The screens of the sidebar in its order (product.md, section 2, Admin layout). */
export const sidebarScreens: readonly BackOfficeScreen[] = [
  screen(
    '/admin',
    'Dashboard',
    IconLayoutDashboard,
    'd',
    async () => (await import('../dashboard/dashboard-screen.tsx')).DashboardScreen,
  ),
  screen(
    '/admin/figures',
    'Figures',
    IconReportAnalytics,
    'n',
    async () => (await import('../reports/reports-screen.tsx')).ReportsScreen,
    { parameters: '/:tab?', isForAdministrators: true },
  ),
  screen(
    '/admin/products',
    'Products',
    IconGift,
    'p',
    async () => (await import('../products/products-screen.tsx')).ProductsScreen,
    { adds: 'Product' },
  ),
  screen(
    '/admin/categories',
    'Categories',
    IconCategory,
    'c',
    async () => (await import('../taxonomy/taxonomy-screens.tsx')).CategoriesScreen,
    { adds: 'Category', table: 'categories' },
  ),
  screen(
    '/admin/subcategories',
    'Subcategories',
    IconSitemap,
    'u',
    async () => (await import('../taxonomy/taxonomy-screens.tsx')).SubcategoriesScreen,
    { adds: 'Subcategory', table: 'subcategories' },
  ),
  screen(
    '/admin/industries',
    'Industries',
    IconBuildingFactory2,
    'i',
    async () => (await import('../taxonomy/taxonomy-screens.tsx')).IndustriesScreen,
    { adds: 'Industry Tag', table: 'industry_tags' },
  ),
  screen(
    '/admin/doctor-types',
    'Doctor Types',
    IconStethoscope,
    'y',
    async () => (await import('../taxonomy/taxonomy-screens.tsx')).DoctorTypesScreen,
    { adds: 'Doctor Type Tag', table: 'doctor_type_tags' },
  ),
  screen(
    '/admin/themes',
    'Themes',
    IconSparkles,
    't',
    async () => (await import('../taxonomy/taxonomy-screens.tsx')).ThemesScreen,
    { adds: 'Theme', table: 'themes' },
  ),
  screen(
    '/admin/stats',
    'Stats',
    IconChartBar,
    's',
    async () => (await import('../marketing/marketing-screens.tsx')).StatsScreen,
    { adds: 'Stat Block', table: 'stats_blocks' },
  ),
  screen(
    '/admin/client-logos',
    'Client Logos',
    IconBuildingStore,
    'o',
    async () => (await import('../marketing/marketing-screens.tsx')).ClientLogosScreen,
    { adds: 'Client Logo', table: 'client_logos' },
  ),
  screen(
    '/admin/leads',
    'Leads',
    IconInbox,
    'l',
    async () => (await import('../leads/leads-screen.tsx')).LeadsScreen,
    { parameters: '/:lead?' },
  ),
  screen(
    '/admin/quotations',
    'Quotations',
    IconFileInvoice,
    'q',
    async () => (await import('../quotations/quotation-screen.tsx')).QuotationsScreen,
    { parameters: '/:quotation?' },
  ),
  screen(
    '/admin/orders',
    'Orders',
    IconTruckDelivery,
    'x',
    async () => (await import('../orders/order-screen.tsx')).OrdersScreen,
    { parameters: '/:order?' },
  ),
  screen(
    '/admin/companies',
    'Companies',
    IconBuildingSkyscraper,
    'h',
    async () => (await import('../companies/companies-screen.tsx')).CompaniesScreen,
    { parameters: '/:company?' },
  ),
  screen(
    '/admin/privacy',
    'Privacy Requests',
    IconShieldLock,
    'k',
    async () => (await import('../privacy/privacy-screen.tsx')).PrivacyScreen,
    { isForAdministrators: true },
  ),
  screen(
    '/admin/settings',
    'Site Settings',
    IconSettings,
    'e',
    async () => (await import('../settings/settings-screen.tsx')).SettingsScreen,
    { parameters: '/:section?', isForAdministrators: true },
  ),
  screen(
    '/admin/people',
    'People',
    IconUsers,
    'a',
    async () => (await import('../people/people-screen.tsx')).PeopleScreen,
    { isForAdministrators: true },
  ),
]

/** All screens, for routes and the command palette. */
export const backOfficeScreens: readonly BackOfficeScreen[] = [
  ...sidebarScreens,
  screen(
    '/admin/products/import',
    'Import products',
    IconFileImport,
    'f',
    async () => (await import('../import/import-screen.tsx')).ImportScreen,
    { isForAdministrators: true },
  ),
  screen(
    '/admin/recently-deleted',
    'Recently deleted',
    IconHistory,
    'r',
    async () => (await import('../deleted/recently-deleted-screen.tsx')).RecentlyDeletedScreen,
    { isForAdministrators: true },
  ),
  screen(
    '/admin/account',
    'Your Account',
    IconUserShield,
    'v',
    async () => (await import('../account/account-screen.tsx')).AccountScreen,
  ),
  screen(
    '/admin/reply-templates',
    'Reply Templates',
    IconMessages,
    'm',
    async () => (await import('../leads/reply-templates-screen.tsx')).ReplyTemplatesScreen,
    { adds: 'Reply Template', table: 'reply_templates' },
  ),
  screen(
    '/admin/samples',
    'Samples',
    IconPackage,
    'z',
    async () => (await import('../samples/samples-screen.tsx')).SamplesScreen,
  ),
  screen(
    '/admin/search-words',
    'Search Words',
    IconVocabulary,
    'w',
    async () => (await import('../settings/search-words-screen.tsx')).SearchWordsScreen,
    { adds: 'Search Word', table: 'search_words' },
  ),
  screen(
    '/admin/branding-methods',
    'Branding Methods',
    IconRubberStamp,
    'b',
    async () => (await import('../taxonomy/taxonomy-screens.tsx')).BrandingMethodsScreen,
    { adds: 'Branding Method', table: 'branding_methods' },
  ),
  screen(
    '/admin/campaign-links',
    'Campaign Links',
    IconQrcode,
    'j',
    async () => (await import('../marketing/campaign-links-screen.tsx')).CampaignLinksScreen,
    { adds: 'Campaign Link', table: 'campaign_links' },
  ),
]

/** Whether an administrator, or sales, opens a screen. */
export const mayOpen =
  (isAdmin: boolean) =>
  ({ isForAdministrators = false }: BackOfficeScreen): boolean =>
    isAdmin || !isForAdministrators
