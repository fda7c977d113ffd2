-- The facts of products: what buyers decide by, what only staff see, and what products are filtered by.

-- What buyers decide by: rows of a product, which go with it.
create table public.branding_methods (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint branding_methods_name_given check (private.is_trimmed_nonempty(name))
    constraint branding_methods_name_length check (char_length(name) <= 200),
  created_at timestamptz not null default now(),
  version integer not null default 0
);
comment on table public.branding_methods is 'The ways to put a logo on a gift, such as engraving.';

create table public.product_pictures (
  product_id uuid not null references public.products (id) on delete cascade,
  position smallint constraint product_pictures_position_range check (position between 2 and 8),
  url text not null
    constraint product_pictures_url_form check (private.is_product_image_path(url) or private.is_web_address(url)),
  alt text constraint product_pictures_alt_length check (char_length(alt) <= 200),
  widths smallint[] constraint product_pictures_widths_form check (widths::text ~ '^[{](320,)?(480,)?(960,)?[0-9]+[}]$'),
  colour text constraint product_pictures_colour_form check (colour ~ '^#[0-9a-f]{6}$'),
  primary key (product_id, position)
);
comment on table public.product_pictures is 'The second to the eighth picture of each product; the first is its image_url.';

create table public.product_colours (
  product_id uuid not null references public.products (id) on delete cascade,
  position smallint constraint product_colours_position_range check (position between 1 and 50),
  name text not null
    constraint product_colours_name_given check (private.is_trimmed_nonempty(name))
    constraint product_colours_name_length check (char_length(name) <= 60),
  hex text constraint product_colours_hex_form check (hex ~ '^#[0-9a-f]{6}$'),
  picture_position smallint constraint product_colours_picture_position_range check (picture_position between 1 and 8),
  picture text constraint product_colours_picture_form check (private.is_product_image_path(picture) or private.is_web_address(picture)),
  primary key (product_id, position)
);
comment on table public.product_colours is 'The colours of each product; one may point at the picture that shows it.';
comment on column public.product_colours.picture is 'The address of that picture, wherever it stands among those of the product.';
comment on column public.product_colours.picture_position is 'Unused since 1.1.0.';
-- Both are expressions: the embedded API takes one plain column beside an expression for unique by itself, and embeds one row.
create unique index product_colours_name_unique on public.product_colours ((product_id::text), lower(name));

create table public.product_branding_methods (
  product_id uuid not null references public.products (id) on delete cascade,
  branding_method_id uuid not null references public.branding_methods (id) on delete cascade,
  area text constraint product_branding_methods_area_length check (char_length(area) <= 100),
  colours smallint constraint product_branding_methods_colours_range check (colours between 1 and 20),
  primary key (product_id, branding_method_id)
);
comment on table public.product_branding_methods is
  'How a logo can be put on each product: the imprint area in words, and how many colours it may have.';

create table public.product_parts (
  product_id uuid not null references public.products (id) on delete cascade,
  position smallint constraint product_parts_position_range check (position between 1 and 100),
  name text not null
    constraint product_parts_name_given check (private.is_trimmed_nonempty(name))
    constraint product_parts_name_length check (char_length(name) <= 200),
  quantity integer not null default 1 constraint product_parts_quantity_range check (quantity between 1 and 10000),
  primary key (product_id, position)
);
comment on table public.product_parts is 'What is in each set or hamper.';

-- What only staff see. Money is in paise.
create table public.product_terms (
  product_id uuid primary key references public.products (id) on delete cascade,
  supplier text constraint product_terms_supplier_length check (char_length(supplier) <= 200),
  supplier_code text constraint product_terms_supplier_code_length check (char_length(supplier_code) <= 100),
  cost_paise bigint constraint product_terms_cost_paise_range check (cost_paise between 0 and 100000000000),
  hsn text constraint product_terms_hsn_form check (hsn ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$'),
  gst_rate numeric(5, 2) constraint product_terms_gst_rate_range check (gst_rate between 0 and 100),
  gst_rate_from date constraint product_terms_gst_rate_from_range check (gst_rate_from between '2000-01-01' and '2999-12-31'),
  note text constraint product_terms_note_length check (char_length(note) <= 2000),
  mrp_paise bigint constraint product_terms_mrp_paise_range check (mrp_paise between 0 and 100000000000)
);
comment on table public.product_terms is 'Where each product comes from and what it costs us.';
comment on column public.product_terms.supplier_code is
  'The supplier''s code for it, unique among that supplier''s as name_key compares, by which an import finds it again.';
comment on column public.product_terms.mrp_paise is 'The maximum retail price, with taxes, as its package has it.';
comment on column public.product_terms.gst_rate is 'In per cent, since gst_rate_from.';

create table public.product_price_breaks (
  product_id uuid not null references public.products (id) on delete cascade,
  quantity integer constraint product_price_breaks_quantity_range check (quantity between 1 and 1000000),
  price_paise bigint not null constraint product_price_breaks_price_paise_range check (price_paise between 0 and 100000000000),
  primary key (product_id, quantity)
);
comment on table public.product_price_breaks is 'What one piece of each product costs from a quantity on.';

create unique index branding_methods_name_unique on public.branding_methods (private.name_key(name));
create unique index product_terms_supplier_code_unique on public.product_terms
  (private.name_key(supplier_code), private.name_key(coalesce(supplier, '')));
create index product_branding_methods_of_method on public.product_branding_methods (branding_method_id);
create index product_pictures_of_image on public.product_pictures (private.stored_image_name(url))
where private.stored_image_name(url) is not null;

-- The names of colours, as a filter offers them; one that no product has any more finds nothing.
create table private.colours (
  id uuid primary key,
  name text not null
);
comment on table private.colours is 'Each colour''s first spelling, with the id that stands for it among facets.';

-- Everything that products are filtered by, with its section of the catalogue.
create view private.facets with (security_invoker = true) as
select 'category' as section, 'categories' as table_name, id, name from public.categories
union all select 'subcategory', 'subcategories', id, name from public.subcategories
union all select 'industry', 'industry_tags', id, name from public.industry_tags
union all select 'theme', 'themes', id, name from public.themes
union all select 'doctor_type', 'doctor_type_tags', id, name from public.doctor_type_tags
union all select 'branding', 'branding_methods', id, name from public.branding_methods
union all select 'colour', null, id, name from private.colours
union all select 'budget', null, private.facet_id(band), band from unnest(private.budget_bands()) as band;
