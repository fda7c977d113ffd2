import * as electron from 'electron'

import { builtInConnection } from './connection/create-connection.ts'
import { startApp } from './start-app.ts'

// Replaced at build time (electron.vite.config.ts).
declare const BUILT_IN_SUPABASE_URL: string
declare const BUILT_IN_SUPABASE_PUBLISHABLE_KEY: string
declare const BUILT_IN_SITE_URL: string

// Only here, so that everything else runs under test.
void startApp({
  electron,
  program: process,
  folder: `${import.meta.dirname}/..`,
  readBuiltIn: () =>
    builtInConnection({
      supabaseUrl: BUILT_IN_SUPABASE_URL,
      supabaseKey: BUILT_IN_SUPABASE_PUBLISHABLE_KEY,
      siteUrl: BUILT_IN_SITE_URL,
    }),
})
