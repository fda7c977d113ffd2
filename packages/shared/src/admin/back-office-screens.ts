import {
  type Icon,
  IconBuildingFactory2,
  IconBuildingStore,
  IconCategory,
  IconChartBar,
  IconGift,
  IconInbox,
  IconLayoutDashboard,
  IconSitemap,
  IconSparkles,
  IconStethoscope,
} from '@tabler/icons-react'
import { type ComponentType, lazy } from 'react'

/** A screen of the back office: its place, its link, and its code, which is loaded when it is first shown. */
export interface BackOfficeScreen {
  readonly path: string
  readonly text: string
  readonly icon: Icon
  readonly Screen: ComponentType
  /** Loads the code ahead of the first visit. */
  readonly load: () => Promise<unknown>
}

function screen(
  path: string,
  text: string,
  icon: Icon,
  load: () => Promise<{ default: ComponentType }>,
): BackOfficeScreen {
  return { path, text, icon, Screen: lazy(load), load }
}

/** Every screen in the order of the sidebar (specification, section 2, Admin layout): the one list that routes, links and the palette share. */
export const backOfficeScreens: readonly BackOfficeScreen[] = [
  screen('/admin', 'Dashboard', IconLayoutDashboard, async () => ({
    default: (await import('./dashboard/dashboard-screen.tsx')).DashboardScreen,
  })),
  screen('/admin/products', 'Products', IconGift, async () => ({
    default: (await import('./products/products-screen.tsx')).ProductsScreen,
  })),
  screen('/admin/categories', 'Categories', IconCategory, async () => ({
    default: (await import('./screens/categories-screen.tsx')).CategoriesScreen,
  })),
  screen('/admin/subcategories', 'Subcategories', IconSitemap, async () => ({
    default: (await import('./screens/subcategories-screen.tsx')).SubcategoriesScreen,
  })),
  screen('/admin/industries', 'Industries', IconBuildingFactory2, async () => ({
    default: (await import('./screens/industries-screen.tsx')).IndustriesScreen,
  })),
  screen('/admin/doctor-types', 'Doctor Types', IconStethoscope, async () => ({
    default: (await import('./screens/doctor-types-screen.tsx')).DoctorTypesScreen,
  })),
  screen('/admin/themes', 'Themes', IconSparkles, async () => ({
    default: (await import('./screens/themes-screen.tsx')).ThemesScreen,
  })),
  screen('/admin/stats', 'Stats', IconChartBar, async () => ({
    default: (await import('./screens/stats-screen.tsx')).StatsScreen,
  })),
  screen('/admin/client-logos', 'Client Logos', IconBuildingStore, async () => ({
    default: (await import('./screens/client-logos-screen.tsx')).ClientLogosScreen,
  })),
  screen('/admin/leads', 'Leads', IconInbox, async () => ({
    default: (await import('./leads/leads-screen.tsx')).LeadsScreen,
  })),
]
