-- The place of a logo on a product's picture.
select set_config('lock_timeout', '5s', true);

alter table public.products
  add column logo_x smallint constraint products_logo_x_range check (logo_x between 1 and 100),
  add column logo_y smallint constraint products_logo_y_range check (logo_y between 1 and 100),
  add column logo_width smallint constraint products_logo_width_range check (logo_width between 1 and 100);

-- Written by npm run migration from supabase/schemas.
comment on column public.products.logo_width is 'How wide a logo is on the first picture, in per cent of the picture; its centre is logo_x from the left and logo_y from the top.';
-- Written until here.
