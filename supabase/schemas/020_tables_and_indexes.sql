-- Every entity of docs/product.md, section 3, with the rules of its section 5 as constraints.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  is_admin boolean not null default false,
  created_at timestamptz not null default now(),
  is_sales boolean not null default false,
  role_since timestamptz,
  name text
    constraint profiles_name_given check (private.is_trimmed_nonempty(name))
    constraint profiles_name_length check (char_length(name) <= 200),
  telephone text constraint profiles_telephone_length check (char_length(telephone) <= 50),
  signature text constraint profiles_signature_length check (char_length(signature) <= 500),
  address_proven_at timestamptz,
  notice_version integer,
  notice_at timestamptz,
  away_until date constraint profiles_away_until_range check (away_until between '2000-01-01' and '2999-12-31'),
  deputy_id uuid references auth.users (id) on delete set null,
  sees_margin boolean not null default false,
  digest_hour smallint default 9 constraint profiles_digest_hour_range check (digest_hour between 0 and 23),
  digest_days smallint not null default 5 constraint profiles_digest_days_range check (digest_days between 5 and 7),
  digest_on date
);
comment on column public.profiles.digest_hour is 'The hour in India at which a person of the staff gets the daily digest; null for none.';
comment on column public.profiles.digest_days is 'The last day of the week with a digest, from Monday: 5 is Friday.';
comment on column public.profiles.digest_on is 'The last day in India on which a digest was queued, or nothing was open, or the role changed.';
create index profiles_of_staff on public.profiles (id) where is_admin or is_sales;
comment on column public.profiles.sees_margin is 'Whether an administrator lets a person of sales see the margins of quotations.';
create index profiles_of_deputy on public.profiles (deputy_id);
comment on column public.profiles.away_until is 'The last day in India on which e-mails go to the deputy.';
comment on table public.profiles is
  'One row an account, made at sign-up. Its role is changed in SQL and by set_role, never by writing the row through the API.';
comment on column public.profiles.is_sales is
  'Whether it may handle leads and read the catalogue in the back office; an administrator may without it.';
comment on column public.profiles.role_since is 'When is_admin or is_sales last changed; null for an account that never had a role.';
comment on column public.profiles.address_proven_at is
  'When the account''s address was first proven by a link sent to it; null while anyone may have signed up with it.';

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint categories_name_given check (private.is_trimmed_nonempty(name))
    constraint categories_name_length check (char_length(name) <= 200),
  description text constraint categories_description_length check (char_length(description) <= 5000),
  created_at timestamptz not null default now(),
  version integer not null default 0
);
comment on table public.categories is 'The categories of the catalogue.';

create table public.subcategories (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint subcategories_name_given check (private.is_trimmed_nonempty(name))
    constraint subcategories_name_length check (char_length(name) <= 200),
  description text constraint subcategories_description_length check (char_length(description) <= 5000),
  created_at timestamptz not null default now(),
  version integer not null default 0
);
comment on table public.subcategories is 'The subcategories of the catalogue; each may belong to several categories.';

create table public.subcategory_categories (
  subcategory_id uuid not null references public.subcategories (id) on delete cascade,
  category_id uuid not null references public.categories (id) on delete cascade,
  primary key (subcategory_id, category_id)
);
comment on table public.subcategory_categories is 'The categories of each subcategory.';

create table public.industry_tags (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint industry_tags_name_given check (private.is_trimmed_nonempty(name))
    constraint industry_tags_name_length check (char_length(name) <= 200),
  created_at timestamptz not null default now(),
  version integer not null default 0,
  has_doctor_types boolean not null default false
);
comment on table public.industry_tags is 'The industries by which products are filtered.';
comment on column public.industry_tags.has_doctor_types is 'Whether products for this industry have doctor types.';

-- An industry that is named "Pharmaceutical" has doctor types unless a later change says otherwise (product.md, section 1).
create function private.set_doctor_types() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.has_doctor_types := coalesce(new.has_doctor_types, false) or lower(new.name) = 'pharmaceutical';
  return new;
end
$$;
create trigger set_doctor_types before insert on public.industry_tags for each row execute function private.set_doctor_types();

-- The industries whose products have doctor types (product.md, sections 5 and 9).
create function private.doctor_type_industries() returns uuid[]
language sql stable set search_path = '' as $$
  select array(select id from public.industry_tags where has_doctor_types)
$$;

create table public.doctor_type_tags (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint doctor_type_tags_name_given check (private.is_trimmed_nonempty(name))
    constraint doctor_type_tags_name_length check (char_length(name) <= 200),
  created_at timestamptz not null default now(),
  version integer not null default 0
);
comment on table public.doctor_type_tags is 'The doctor types by which products of some industries are filtered.';

create table public.themes (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint themes_name_given check (private.is_trimmed_nonempty(name))
    constraint themes_name_length check (char_length(name) <= 200),
  description text constraint themes_description_length check (char_length(description) <= 5000),
  created_at timestamptz not null default now(),
  version integer not null default 0
);
comment on table public.themes is 'The themes by which products are filtered, such as festivals.';

-- A product outlives its category and subcategory; its links to tags go with either side.
create table public.products (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint products_name_given check (private.is_trimmed_nonempty(name))
    constraint products_name_length check (char_length(name) <= 200),
  image_url text
    constraint products_image_url_form check (private.is_product_image_path(image_url) or private.is_web_address(image_url)),
  -- The website has videos of its own, which move with it.
  video_url text
    constraint products_video_url_form
    check (video_url ~ '^/videos/[a-z0-9-]{1,80}[.]mp4$' or private.is_web_address(video_url)),
  category_id uuid references public.categories (id) on delete set null,
  subcategory_id uuid references public.subcategories (id) on delete set null,
  budget text constraint products_budget_band check (budget = any (private.budget_bands())),
  is_sample boolean not null default false,
  is_featured boolean not null default false,
  -- Pages of the catalogue go by this time, and infinity has no place in them.
  created_at timestamptz not null default now()
    constraint products_created_at_range check (created_at >= '0001-01-01Z' and created_at < '10000-01-01Z'),
  version integer not null default 0,
  -- Ascending: sizes for cards, then the image's own.
  image_widths smallint[]
    constraint products_image_widths_form check (
      image_widths::text ~ '^[{](320,)?(480,)?(960,)?[0-9]+[}]$' and image_widths[cardinality(image_widths)]
        between coalesce(image_widths[cardinality(image_widths) - 1], 0) + 1 and 16383
    ),
  featured_order integer,
  image_colour text constraint products_image_colour_form check (image_colour ~ '^#[0-9a-f]{6}$'),
  code text
    constraint products_code_given check (private.is_trimmed_nonempty(code))
    constraint products_code_length check (char_length(code) <= 100),
  description text constraint products_description_length check (char_length(description) <= 2000),
  image_alt text constraint products_image_alt_length check (char_length(image_alt) <= 200),
  material text constraint products_material_length check (char_length(material) <= 200),
  length_mm integer constraint products_length_mm_range check (length_mm between 1 and 100000),
  width_mm integer constraint products_width_mm_range check (width_mm between 1 and 100000),
  height_mm integer constraint products_height_mm_range check (height_mm between 1 and 100000),
  capacity_ml integer constraint products_capacity_ml_range check (capacity_ml between 1 and 1000000),
  weight_g integer constraint products_weight_g_range check (weight_g between 1 and 10000000),
  min_quantity integer constraint products_min_quantity_range check (min_quantity between 1 and 1000000),
  lead_days_from smallint constraint products_lead_days_from_range check (lead_days_from between 1 and 365),
  lead_days_to smallint constraint products_lead_days_to_range check (lead_days_to between 1 and 365),
  packaging text constraint products_packaging_length check (char_length(packaging) <= 200),
  care text constraint products_care_length check (char_length(care) <= 200),
  origin text constraint products_origin_length check (char_length(origin) <= 200),
  is_brand_reminder boolean not null default false,
  logo_x smallint constraint products_logo_x_range check (logo_x between 1 and 100),
  logo_y smallint constraint products_logo_y_range check (logo_y between 1 and 100),
  logo_width smallint constraint products_logo_width_range check (logo_width between 1 and 100),
  constraint products_lead_days_to_order check (lead_days_from <= lead_days_to),
  constraint products_image_sizes_of_own_image check (
    (image_widths is null and image_colour is null)
    or (private.is_product_image_path(image_url) and image_url = private.original_image_name(image_url))
  )
);
comment on table public.products is 'The products: those of the catalogue and drafts.';
comment on column public.products.is_sample is 'Shown in the public catalogue.';
comment on column public.products.featured_order is
  'Place among the featured products, from 1; those without one come first, the newest at the top.';
comment on column public.products.image_url is 'A path on this site for images of our own bucket, else an http(s) address.';
comment on column public.products.code is
  'The owner''s own code for it, shown to buyers and unique as name_key compares; null where there is none.';
comment on column public.products.description is 'Paragraphs, lists, bold and italic in Markdown; no HTML.';
comment on column public.products.min_quantity is 'The fewest pieces of an order; null where it is not known.';
comment on column public.products.lead_days_to is 'Working days until delivery, at most; lead_days_from are the fewest.';
comment on column public.products.logo_width is
  'How wide a logo is on the first picture, in per cent of the picture; its centre is logo_x from the left and logo_y from the top.';
comment on column public.products.is_brand_reminder is
  'Informational or educational, such as a diary or a dummy model: what pharmaceutical companies may give to doctors.';
comment on column public.products.image_widths is
  'Widths in pixels that the image is there in, ascending; the last is its own. Null where it has no sizes.';
comment on column public.products.image_colour is
  'The image''s colour on the whole, shown until it is there; null where it is not known.';

create table public.product_industry_tags (
  product_id uuid not null references public.products (id) on delete cascade,
  industry_tag_id uuid not null references public.industry_tags (id) on delete cascade,
  primary key (product_id, industry_tag_id)
);
comment on table public.product_industry_tags is 'The industries of each product.';

create table public.product_themes (
  product_id uuid not null references public.products (id) on delete cascade,
  theme_id uuid not null references public.themes (id) on delete cascade,
  primary key (product_id, theme_id)
);
comment on table public.product_themes is 'The themes of each product.';

create table public.product_doctor_type_tags (
  product_id uuid not null references public.products (id) on delete cascade,
  doctor_type_tag_id uuid not null references public.doctor_type_tags (id) on delete cascade,
  primary key (product_id, doctor_type_tag_id)
);
comment on table public.product_doctor_type_tags is 'The doctor types of each product.';

-- The tables of rows that belong to records: those that link two, each with both tables and the columns of their ids, and the
-- facts of a product, which have no other one.
create function private.link_tables(out name text, out one text, out one_id text, out other text, out other_id text)
returns setof record
language sql immutable set search_path = '' rows 10 as $$
  values
    ('subcategory_categories', 'subcategories', 'subcategory_id', 'categories', 'category_id'),
    ('product_industry_tags', 'products', 'product_id', 'industry_tags', 'industry_tag_id'),
    ('product_themes', 'products', 'product_id', 'themes', 'theme_id'),
    ('product_doctor_type_tags', 'products', 'product_id', 'doctor_type_tags', 'doctor_type_tag_id'),
    ('product_branding_methods', 'products', 'product_id', 'branding_methods', 'branding_method_id'),
    ('product_pictures', 'products', 'product_id', null, null),
    ('product_colours', 'products', 'product_id', null, null),
    ('product_parts', 'products', 'product_id', null, null),
    ('product_terms', 'products', 'product_id', null, null),
    ('product_price_breaks', 'products', 'product_id', null, null)
$$;

-- Who buys: a company, and its people by their addresses. The database writes contacts, and companies where it is sure (contact_of).
create table public.companies (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint companies_name_given check (private.is_trimmed_nonempty(name))
    constraint companies_name_length check (char_length(name) <= 200),
  gstin text constraint companies_gstin_form check (gstin ~ '^[0-9A-Z]{15}$'),
  billing_address text constraint companies_billing_address_length check (char_length(billing_address) <= 400),
  domains text[] not null default '{}'
    constraint companies_domains_form check (array_position(domains, null) is null and cardinality(domains) <= 50 and private.max_text_length(domains) <= 253),
  owner_id uuid references auth.users (id) on delete set null,
  terms text constraint companies_terms_length check (char_length(terms) <= 5000),
  note text constraint companies_note_length check (char_length(note) <= 5000),
  next_step text constraint companies_next_step_length check (char_length(next_step) <= 200),
  next_on date constraint companies_next_on_range check (next_on between '2000-01-01' and '2999-12-31'),
  created_at timestamptz not null default now(),
  version integer not null default 0,
  merged_into uuid references public.companies (id) on delete set null,
  merged jsonb
);
comment on table public.companies is 'The companies that buy. Staff read and change them.';
comment on column public.companies.domains is 'Of its people''s e-mail addresses, without subdomains; none of a public mail host.';
comment on column public.companies.owner_id is 'Who of the staff looks after it.';
comment on column public.companies.terms is 'What its quotations begin with, in place of the seller''s terms.';
comment on column public.companies.next_step is 'What is to be done next, on the day next_on.';
comment on column public.companies.merged_into is 'The company that stands for this one, where it was stored twice.';
comment on column public.companies.merged is 'What that merge has moved: {"contacts": ids, "filled": columns of the other one, "domains"}, by which it is undone.';
create unique index companies_gstin_unique on public.companies (gstin) where merged_into is null;
create index companies_of_domain on public.companies using gin (domains) with (fastupdate = off);
create index companies_of_owner on public.companies (owner_id);
create index companies_merged on public.companies (merged_into);

create table public.contacts (
  id uuid primary key default gen_random_uuid(),
  email text not null
    constraint contacts_email_form check (private.is_email_address(email)),
  name text constraint contacts_name_length check (char_length(name) <= 200),
  phone text constraint contacts_phone_length check (char_length(phone) <= 50),
  designation text constraint contacts_designation_length check (char_length(designation) <= 200),
  company_id uuid references public.companies (id) on delete set null,
  user_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  erased_at timestamptz
);
comment on table public.contacts is 'One row an e-mail address of a buyer, in any case. Leads, quotations and requests refer to it.';
comment on column public.contacts.name is 'As first written; what was typed later stands in the lead or quotation.';
comment on column public.contacts.user_id is 'The account with that address.';
comment on column public.contacts.erased_at is 'When its person was erased, of one whose accepted quotations stay for the law.';
create unique index contacts_email_unique on public.contacts (lower(email));
create index contacts_of_company on public.contacts (company_id);
create index contacts_of_user on public.contacts (user_id);

-- The one table that the public writes: every column has a limit.
create table public.leads (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint leads_name_given check (private.is_trimmed_nonempty(name))
    constraint leads_name_length check (char_length(name) <= 200),
  company text not null
    constraint leads_company_given check (private.is_trimmed_nonempty(company))
    constraint leads_company_length check (char_length(company) <= 200),
  email text not null
    constraint leads_email_form check (email ~ '^[^[:space:]@]+@[^[:space:]@]+\.[^[:space:]@]+$')
    constraint leads_email_length check (char_length(email) <= 254),
  phone text not null
    constraint leads_phone_given check (private.is_trimmed_nonempty(phone))
    constraint leads_phone_length check (char_length(phone) <= 50),
  message text constraint leads_message_length check (char_length(message) <= 5000),
  selected_products text[]
    constraint leads_selected_products_form
    check (
      cardinality(selected_products) = 0
      or (array_ndims(selected_products) = 1 and array_position(selected_products, null) is null)
    )
    constraint leads_selected_products_size
    check (cardinality(selected_products) <= 1000 and private.max_text_length(selected_products) <= 200),
  created_at timestamptz not null default now(),
  search_text text generated always as (
    private.lead_search_text(id, name, company, email, phone, message, selected_products, delivery_city)
  ) stored,
  needed_by date constraint leads_needed_by_range check (needed_by >= '2000-01-01' and needed_by < '3000-01-01'),
  budget_per_gift integer constraint leads_budget_per_gift_range check (budget_per_gift between 1 and 10000000),
  delivery_city text constraint leads_delivery_city_length check (char_length(delivery_city) <= 100),
  wants_branding boolean not null default false,
  lines_hash uuid,
  sender_id uuid references auth.users (id) on delete set null,
  link text,
  notice_version integer,
  notice_language text constraint leads_notice_language_length check (char_length(notice_language) <= 35),
  notice_at timestamptz,
  marketing_consent boolean not null default false,
  erased_at timestamptz,
  contact_id uuid references public.contacts (id) on delete set null,
  source text constraint leads_source_length check (char_length(source) <= 253),
  medium text constraint leads_medium_length check (char_length(medium) <= 100),
  campaign text constraint leads_campaign_length check (char_length(campaign) <= 100),
  referrer text constraint leads_referrer_length check (char_length(referrer) <= 253),
  landing_page text constraint leads_landing_page_length check (char_length(landing_page) <= 200),
  reference text not null default '' constraint leads_reference_form check (reference ~ '^[A-Z]{1,4}-[0-9A-F]{8}$')
);
comment on table public.leads is 'The inquiries that visitors and customers send.';
comment on column public.leads.selected_products is 'Names of the products in the basket; null for the home page''s quote form.';
comment on column public.leads.budget_per_gift is 'In rupees.';
comment on column public.leads.wants_branding is 'Whether the gifts are to carry the buyer''s logo.';
comment on column public.leads.sender_id is 'The account that was signed in when it was sent, for which my_inquiries() shows it.';
comment on column public.leads.link is 'The hash of the token that the sender''s browser has chosen for the inquiry''s private page.';
comment on column public.leads.contact_id is 'Who has sent it; the texts are as they were typed.';
comment on column public.leads.source is 'What led to the visit: as its link says, else by the kind of its click id, else the referring host.';
comment on column public.leads.landing_page is 'The path at which the visit began, of private pages only its first part.';
comment on column public.leads.reference is 'What a buyer and the seller call it by: the number series of the day and the beginning of the id. It opens nothing.';
comment on column public.leads.lines_hash is 'MD5 of the lines, by which an equal lead is recognised; null without lines.';

create table public.stats_blocks (
  id uuid primary key default gen_random_uuid(),
  title text not null
    constraint stats_blocks_title_given check (private.is_trimmed_nonempty(title))
    constraint stats_blocks_title_length check (char_length(title) <= 200),
  value text not null
    constraint stats_blocks_value_given check (private.is_trimmed_nonempty(value))
    constraint stats_blocks_value_length check (char_length(value) <= 100),
  description text constraint stats_blocks_description_length check (char_length(description) <= 5000),
  order_index integer,
  created_at timestamptz not null default now(),
  version integer not null default 0
);
comment on table public.stats_blocks is 'The stat blocks of the home page.';

create table public.client_logos (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint client_logos_name_given check (private.is_trimmed_nonempty(name))
    constraint client_logos_name_length check (char_length(name) <= 200),
  logo_url text not null
    constraint client_logos_logo_url_form check (private.is_product_image_path(logo_url) or private.is_web_address(logo_url)),
  created_at timestamptz not null default now(),
  version integer not null default 0
);
comment on table public.client_logos is 'The logos of clients on the home page.';

-- What the owner of the site has set: one row, or none. Null columns fall back to the website's defaults.
create table public.site_settings (
  id uuid primary key default '00000000-0000-4000-8000-000000000001'
    constraint site_settings_id_only check (id = '00000000-0000-4000-8000-000000000001'),
  name text constraint site_settings_name_length check (char_length(name) between 1 and 60),
  footer_tagline text constraint site_settings_footer_tagline_length check (char_length(footer_tagline) <= 160),
  logo_url text
    constraint site_settings_logo_url_form check (private.is_product_image_path(logo_url) or private.is_web_address(logo_url)),
  colour_primary text constraint site_settings_colour_primary_form check (colour_primary ~ '^#[0-9a-f]{6}$'),
  colour_accent text constraint site_settings_colour_accent_form check (colour_accent ~ '^#[0-9a-f]{6}$'),
  contact_email text constraint site_settings_contact_email_form check (private.is_email_address(contact_email)),
  -- Also dialled from a link.
  contact_phone text
    constraint site_settings_contact_phone_form check (contact_phone ~ '^[+]?[-0-9 ()./]*[0-9][-0-9 ()./]*$')
    constraint site_settings_contact_phone_length check (char_length(contact_phone) <= 50),
  contact_address text constraint site_settings_contact_address_length check (char_length(contact_address) <= 400),
  whatsapp_number text constraint site_settings_whatsapp_number_form check (whatsapp_number ~ '^[+][1-9][0-9]{6,14}$'),
  notice_emails text[] constraint site_settings_notice_emails_form check (private.is_address_list(notice_emails)),
  sender_email text constraint site_settings_sender_email_form check (private.is_email_address(sender_email)),
  privacy_text text constraint site_settings_privacy_text_length check (char_length(privacy_text) <= 20000),
  grievance_contact text constraint site_settings_grievance_contact_length check (char_length(grievance_contact) <= 400),
  counts_visits boolean not null default true,
  pharma_hints boolean not null default true,
  version integer not null default 0,
  hero_headline text constraint site_settings_hero_headline_length check (char_length(hero_headline) <= 60),
  hero_text text constraint site_settings_hero_text_length check (char_length(hero_text) <= 160),
  hero_image_url text constraint site_settings_hero_image_url_form check (
    private.is_product_image_path(hero_image_url) and hero_image_url = private.original_image_name(hero_image_url)
  ),
  hero_image_alt text constraint site_settings_hero_image_alt_length check (char_length(hero_image_alt) <= 200),
  -- Also dialled from a link.
  second_phone text
    constraint site_settings_second_phone_form check (second_phone ~ '^[+]?[-0-9 ()./]*[0-9][-0-9 ()./]*$')
    constraint site_settings_second_phone_length check (char_length(second_phone) <= 50),
  second_phone_label text
    constraint site_settings_second_phone_label_length check (char_length(second_phone_label) <= 40),
  terms text constraint site_settings_terms_length check (char_length(terms) <= 20000),
  terms_changed_on date,
  claimed_products text constraint site_settings_claimed_products_length check (char_length(claimed_products) <= 40),
  claimed_members text constraint site_settings_claimed_members_length check (char_length(claimed_members) <= 40),
  claimed_answer text constraint site_settings_claimed_answer_length check (char_length(claimed_answer) <= 40),
  claimed_compliance text constraint site_settings_claimed_compliance_length check (char_length(claimed_compliance) <= 40),
  logo_dark_url text
    constraint site_settings_logo_dark_url_form check (private.is_product_image_path(logo_dark_url) or private.is_web_address(logo_dark_url)),
  colour_scheme text constraint site_settings_colour_scheme_known check (colour_scheme = 'light'),
  offers_samples boolean not null default true,
  sample_charge integer constraint site_settings_sample_charge_range check (sample_charge between 1 and 100000),
  samples_a_month integer not null default 3 constraint site_settings_samples_a_month_range check (samples_a_month between 1 and 100),
  sample_return_days integer constraint site_settings_sample_return_days_range check (sample_return_days between 1 and 365),
  icon_url text constraint site_settings_icon_url_form check (private.is_product_image_path(icon_url))
);
comment on table public.site_settings is
  'One row at most. Administrators read and write it; site_details(), privacy_text() and terms_text() give everyone the public part.';
comment on column public.site_settings.notice_emails is 'Who is notified of a new lead: at most ten.';
comment on column public.site_settings.pharma_hints is 'Whether the back office shows hints on gifts of pharmaceutical companies.';
comment on column public.site_settings.sender_email is 'The sender of the e-mails; null for MAIL_FROM.';
comment on column public.site_settings.counts_visits is 'Whether count_events counts what visitors do.';
comment on column public.site_settings.hero_headline is 'The home page''s headline; null for the website''s own, as the text below it and the picture.';
comment on column public.site_settings.hero_image_url is 'An image of our own bucket with the sizes 480 and 960.';
comment on column public.site_settings.claimed_products is
  'How many products the website says that it has, such as "3000+"; null for their number, or for the specified one while the demo is there.';
comment on column public.site_settings.claimed_members is 'How many the website says have an account; null as for claimed_products, and without a number.';
comment on column public.site_settings.claimed_answer is 'Within how long the website says that inquiries are answered, such as "24 hours".';
comment on column public.site_settings.claimed_compliance is 'What the website calls gifts for pharmaceutical companies, such as "Compliance-ready".';
comment on column public.site_settings.logo_dark_url is 'The logo on dark backgrounds; null for the same one.';
comment on column public.site_settings.icon_url is 'A square PNG of our own bucket; null for the first letter of the name.';
comment on column public.site_settings.colour_scheme is '"light" where the website is always light; null where it follows the device.';
comment on column public.site_settings.sample_charge is 'Of one sample, in rupees; null where samples are free.';
comment on column public.site_settings.samples_a_month is 'How many a company may ask for in a month.';
comment on column public.site_settings.sample_return_days is 'After how many days buyers send samples back; null where they keep them.';
comment on column public.site_settings.terms is 'The text of the page /terms, which is there when it is set; Markdown as in descriptions of products.';
comment on column public.site_settings.terms_changed_on is 'When the terms changed last, in India; set by the database.';

create table public.reply_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint reply_templates_name_given check (private.is_trimmed_nonempty(name))
    constraint reply_templates_name_length check (char_length(name) <= 200),
  body text not null
    constraint reply_templates_body_given check (private.is_trimmed_nonempty(body))
    constraint reply_templates_body_length check (char_length(body) <= 1500)
    -- Braces surround placeholders and nothing else.
    constraint reply_templates_body_placeholders check (
      regexp_replace(body, '[{](name|company|reference|products|quotation|site|signature)[}]', '', 'g') !~ '[{}]'
    ),
  created_at timestamptz not null default now(),
  version integer not null default 0
);
comment on table public.reply_templates is 'Texts for replies to leads.';
comment on column public.reply_templates.body is
  'With {name}, {company}, {reference}, {products}, {quotation}, {site} and {signature}, which a reply fills in.';
create unique index reply_templates_name_unique on public.reply_templates (lower(name));

create table public.search_words (
  id uuid primary key default gen_random_uuid(),
  words text not null
    constraint search_words_words_given check (private.is_trimmed_nonempty(words))
    constraint search_words_words_length check (char_length(words) <= 500)
    constraint search_words_words_two check (words ~ '[[:alnum:]][^,]*,.*[[:alnum:]]'),
  created_at timestamptz not null default now(),
  version integer not null default 0
);
comment on table public.search_words is
  'Words that a search takes as equal, separated by commas: "kaju, cashew". A word may be several, such as "power bank".';
create unique index search_words_words_unique on public.search_words (lower(words));

create table public.favourites (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, product_id)
);
comment on table public.favourites is 'The products that each account has saved, at most 500.';

create function private.limit_favourites() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Serialises the inserts of an account, so that concurrent ones cannot exceed the limit.
  perform from public.profiles where profiles.id = new.user_id for update;
  if (select count(*) from public.favourites where favourites.user_id = new.user_id) >= 500 then
    raise exception 'You have 500 favourites. Remove some to add others.' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger limit_favourites before insert on public.favourites for each row execute function private.limit_favourites();

create table public.list_views (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  list text not null
    constraint list_views_list_known check (list ~ '^[a-z_]{1,40}$'),
  name text
    constraint list_views_name_given check (private.is_trimmed_nonempty(name))
    constraint list_views_name_length check (char_length(name) <= 60),
  settings jsonb not null
    constraint list_views_settings_shape check (
      jsonb_typeof(settings) = 'object' and octet_length(settings::text) <= 4000
      and not settings @? '$.keyvalue() ? (!(@.key like_regex "^[a-z_]{1,30}$") || @.value.type() != "string")'
    ),
  created_at timestamptz not null default now(),
  constraint list_views_name_unique unique nulls not distinct (owner_id, list, name)
);
comment on table public.list_views is 'Views of the back office''s lists, and the columns that each person has chosen.';
comment on column public.list_views.name is 'Null for the columns that the owner sees without a view.';
comment on column public.list_views.settings is 'Parameters of the list''s address: {"search", "sort", "size", "columns", and filters}.';

-- Limits the views of an account to 100, and its choices of columns to another 100.
create function private.limit_list_views() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  others bigint;
begin
  -- Serialises the inserts of an account, so that concurrent ones cannot exceed the limit.
  perform from public.profiles where profiles.id = new.owner_id for update;
  -- Planned at each call: a plan for an empty table would read all of it.
  execute 'select count(*) from public.list_views where owner_id = $1 and (name is null) = $2 and id <> $3'
  into others using new.owner_id, new.name is null, new.id;
  if others >= 100 then
    raise exception 'You have 100 views. Delete some to save others.' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger limit_list_views before insert or update of name on public.list_views
for each row execute function private.limit_list_views();

-- An index for every foreign key and for every long list: products and leads. Categories, tags and the like are read whole.
-- The lists of products that are filtered or searched have theirs in 070_product_search.sql.
create unique index categories_name_unique on public.categories (private.name_key(name));
create unique index industry_tags_name_unique on public.industry_tags (private.name_key(name));
create unique index doctor_type_tags_name_unique on public.doctor_type_tags (private.name_key(name));
create unique index themes_name_unique on public.themes (private.name_key(name));
create unique index products_code_unique on public.products (private.name_key(code));
create index products_newest on public.products (created_at desc, id);
create index leads_newest on public.leads (created_at desc, id desc);
create index leads_by_name on public.leads (name, id);
create index leads_by_company on public.leads (company, id);
create index products_by_name on public.products (name, id);
create index products_featured on public.products (featured_order nulls first, created_at desc, id)
where is_sample and is_featured;
create index products_of_category on public.products (category_id);
create index products_of_subcategory on public.products (subcategory_id);

-- Link tables from their other side; the primary keys serve the first. Those of products do not hold the product: analyzed
-- empty, PostgreSQL would read such an index whole for each product.
create index subcategory_categories_of_category on public.subcategory_categories (category_id, subcategory_id);
create index product_industry_tags_of_tag on public.product_industry_tags (industry_tag_id);
create index product_themes_of_theme on public.product_themes (theme_id);
create index product_doctor_type_tags_of_tag on public.product_doctor_type_tags (doctor_type_tag_id);

create index favourites_newest on public.favourites (user_id, created_at desc, product_id);
create index favourites_of_product on public.favourites (product_id);

-- Which record shows a stored image.
create index products_of_image on public.products (private.stored_image_name(image_url))
where private.stored_image_name(image_url) is not null;
create index client_logos_of_image on public.client_logos (private.stored_image_name(logo_url))
where private.stored_image_name(logo_url) is not null;

create index leads_of_sender on public.leads (sender_id, created_at desc);
create index leads_of_contact on public.leads (contact_id, created_at desc);
create index leads_of_email on public.leads (lower(email), created_at desc);
create index leads_by_link on public.leads (link) where link is not null;

create table private.settings (
  name text primary key constraint settings_name_known check (
    name in (
      'client_address_header', 'share_inner_block', 'share_outer_block', 'hash_secret', 'mail_is_files', 'backups', 'first_steps_dismissed',
      'samples_are_new'
    )
  ),
  value text not null
);
comment on table private.settings is
  'Settings of a project that its owner changes in SQL, the secrets of shared links and of keyed hashes, and what the server says of itself.';
insert into private.settings (name, value) values ('hash_secret', gen_random_uuid()::text || gen_random_uuid()::text);

-- A new secret of 244 random bits: its bytes, filled up to a block of SHA-256, with each of the pads of HMAC (RFC 2104).
insert into private.settings (name, value)
select pad.name, string_agg(lpad(to_hex(
  (case when position < 32 then get_byte(secret.bytes, position) else 0 end) # pad.byte
), 2, '0'), '' order by position)
from (select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as bytes offset 0) as secret
cross join generate_series(0, 63) as position
cross join (values ('share_inner_block', 54), ('share_outer_block', 92)) as pad (name, byte)
group by pad.name;

create table public.record_history (
  entity text not null,
  number bigint generated always as identity primary key,
  record_id uuid not null,
  changed_at timestamptz not null default now(),
  -- Null for the server itself. Whose it is, administrators() says, as long as it is an administrator's. A foreign key
  -- would be checked for each of thousands of rows.
  actor_id uuid,
  kind text not null constraint record_history_kind_known check (kind in ('created', 'changed', 'linked', 'deleted')),
  before jsonb not null default '{}',
  after jsonb not null default '{}'
);
comment on table public.record_history is 'What administrators can look up: the changes of each managed record in the last year.';
comment on column public.record_history.kind is
  'created; changed: "before" and "after" have the columns that differ; linked: "before" has the ids that were removed and "after" those that were added, as {"theme_ids": [...]}, or rows of facts, as {"colours": [{"position", "name", ...}]}; deleted.';
create index record_history_of_record on public.record_history (record_id, number desc);

-- Searches for substrings.
create extension if not exists pg_trgm with schema extensions;
create index leads_by_part_of_text on public.leads using gin (search_text extensions.gin_trgm_ops);
