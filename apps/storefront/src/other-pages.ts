// The pages that few buyers open: one chunk, since each import would weigh in the first view of every page.
export { ConfirmPage } from './account/confirm-page.tsx'
export { FavouritesPage } from './favourites/favourites-page.tsx'
export { InquiryPage } from './inquiry/inquiry-page.tsx'
export { SentPage } from './inquiry/sent-page.tsx'
export { MyInquiriesPage } from './my-inquiries/my-inquiries-page.tsx'
export { PrivacyPage } from './privacy/privacy-page.tsx'
export { ComparePage } from './product/compare-page.tsx'
export { ShortlistPage } from './shortlist/shortlist-page.tsx'
