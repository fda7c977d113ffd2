import {
  type Icon,
  IconBuildingFactory2,
  IconBuildingStore,
  IconCategory,
  IconChartBar,
  IconFileImport,
  IconGift,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconMessages,
  IconSettings,
  IconSitemap,
  IconSparkles,
  IconStethoscope,
  IconUsers,
  IconUserShield,
} from '@tabler/icons-react'

import type { BackOfficeRoute } from '@giftwell/shared/kernel/site-routes.ts'
import type { ScreenComponent } from '../screen/first-read.ts'
import { lazyScreen, type LazyScreen } from './lazy-screen.tsx'

/** A screen of the back office with its route and link. */
export interface BackOfficeScreen extends LazyScreen {
  readonly path: string
  /** What may follow the path in its address, such as the id of an open record. */
  readonly parameters: string
  readonly text: string
  readonly icon: Icon
  /** Whether sales do not open it. */
  readonly isForAdministrators?: boolean
  /** What its button adds, which `?add=1` opens, too: "Category". */
  readonly adds?: string
}

function screen(
  path: BackOfficeRoute,
  text: string,
  icon: Icon,
  load: () => Promise<ScreenComponent>,
  options: Partial<Pick<BackOfficeScreen, 'parameters' | 'adds' | 'isForAdministrators'>> = {},
): BackOfficeScreen {
  return { path, parameters: '', text, icon, ...options, ...lazyScreen(text, load) }
}

/** The screens of the sidebar in its order (product.md, section 2, Admin layout). */
export const sidebarScreens: readonly BackOfficeScreen[] = [
  screen(
    '/admin',
    'Dashboard',
    IconLayoutDashboard,
    async () => (await import('../dashboard/dashboard-screen.tsx')).DashboardScreen,
  ),
  screen(
    '/admin/products',
    'Products',
    IconGift,
    async () => (await import('../products/products-screen.tsx')).ProductsScreen,
    { adds: 'Product' },
  ),
  screen(
    '/admin/categories',
    'Categories',
    IconCategory,
    async () => (await import('../catalogue/categories-screen.tsx')).CategoriesScreen,
    { adds: 'Category' },
  ),
  screen(
    '/admin/subcategories',
    'Subcategories',
    IconSitemap,
    async () => (await import('../catalogue/subcategories-screen.tsx')).SubcategoriesScreen,
    { adds: 'Subcategory' },
  ),
  screen(
    '/admin/industries',
    'Industries',
    IconBuildingFactory2,
    async () => (await import('../catalogue/industries-screen.tsx')).IndustriesScreen,
    { adds: 'Industry Tag' },
  ),
  screen(
    '/admin/doctor-types',
    'Doctor Types',
    IconStethoscope,
    async () => (await import('../catalogue/doctor-types-screen.tsx')).DoctorTypesScreen,
    { adds: 'Doctor Type Tag' },
  ),
  screen(
    '/admin/themes',
    'Themes',
    IconSparkles,
    async () => (await import('../catalogue/themes-screen.tsx')).ThemesScreen,
    { adds: 'Theme' },
  ),
  screen(
    '/admin/stats',
    'Stats',
    IconChartBar,
    async () => (await import('../marketing/stats-screen.tsx')).StatsScreen,
    { adds: 'Stat Block' },
  ),
  screen(
    '/admin/client-logos',
    'Client Logos',
    IconBuildingStore,
    async () => (await import('../marketing/client-logos-screen.tsx')).ClientLogosScreen,
    { adds: 'Client Logo' },
  ),
  screen(
    '/admin/leads',
    'Leads',
    IconInbox,
    async () => (await import('../leads/leads-screen.tsx')).LeadsScreen,
    { parameters: '/:lead?' },
  ),
  screen(
    '/admin/settings',
    'Site Settings',
    IconSettings,
    async () => (await import('../settings/settings-screen.tsx')).SettingsScreen,
    { isForAdministrators: true },
  ),
  screen(
    '/admin/people',
    'People',
    IconUsers,
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
    async () => (await import('../import/import-screen.tsx')).ImportScreen,
    { isForAdministrators: true },
  ),
  screen(
    '/admin/recently-deleted',
    'Recently deleted',
    IconHistory,
    async () => (await import('../deleted/recently-deleted-screen.tsx')).RecentlyDeletedScreen,
    { isForAdministrators: true },
  ),
  screen(
    '/admin/account',
    'Your Account',
    IconUserShield,
    async () => (await import('../account/account-screen.tsx')).AccountScreen,
  ),
  screen(
    '/admin/reply-templates',
    'Reply Templates',
    IconMessages,
    async () => (await import('../leads/reply-templates-screen.tsx')).ReplyTemplatesScreen,
    { adds: 'Reply Template' },
  ),
]

/** Whether an administrator, or sales, opens a screen. */
export const mayOpen =
  (isAdmin: boolean) =>
  ({ isForAdministrators = false }: BackOfficeScreen): boolean =>
    isAdmin || !isForAdministrators
