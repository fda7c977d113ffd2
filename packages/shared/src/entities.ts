import {
  brandingMethods,
  categories,
  doctorTypeTags,
  industryTags,
  subcategories,
  themes,
} from './catalogue/taxonomy.ts'
import { products } from './products/products.ts'
import { searchWords } from './catalogue/search-words.ts'
import { campaignLinks } from './settings/campaign-links.ts'
import { clientLogos, statsBlocks } from './settings/marketing.ts'
import { replyTemplates } from './settings/reply-templates.ts'

/** Every kind of record that the back office lists, creates, deletes and restores. */
export const entities = [
  products,
  categories,
  subcategories,
  industryTags,
  doctorTypeTags,
  themes,
  brandingMethods,
  statsBlocks,
  clientLogos,
  replyTemplates,
  searchWords,
  campaignLinks,
] as const
