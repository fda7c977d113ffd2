-- maximum retail price
select set_config('lock_timeout', '5s', true);

alter table public.product_terms add column mrp_paise bigint
  constraint product_terms_mrp_paise_range check (mrp_paise between 0 and 100000000000);

-- Written by npm run migration from supabase/schemas.
comment on column public.product_terms.mrp_paise is 'The maximum retail price, with taxes, as its package has it.';
-- Written until here.
