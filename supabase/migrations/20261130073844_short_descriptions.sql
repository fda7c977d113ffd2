-- short descriptions
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
comment on function public.site_details() is 'What the owner has set of what every page shows: "counts" and "pharma_hints" are there where they are off, "terms_changed_on" where the page /terms is, and once no product is as the demo brought it "own_products", how many the catalogue shows, at most 10,001, and "sells_pharma".';

comment on function public.restore_record(pg_catalog.uuid) is 'Restores a deleted record with its id and its links: {"name", "products", "left_out"}, the last one the number of links whose other end has gone or changed, which come back with it. Of what was made in parts, such as an import, it restores the last part, and "left" says how many remain.';
-- Written until here.
