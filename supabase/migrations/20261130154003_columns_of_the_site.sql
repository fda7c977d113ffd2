-- Columns of the catalogue, of the site and of accounts, and the kinds of e-mails.
select set_config('lock_timeout', '5s', true);
select private.lock_tables(
  'access exclusive', true, 'public.product_terms', 'private.name_words', 'private.equal_words', 'public.products', 'public.product_colours',
  'public.industry_tags', 'public.deleted_records', 'public.import_rows', 'public.site_settings', 'private.settings',
  'public.privacy_requests', 'public.access_log', 'public.profiles', 'public.outbox'
);

alter table public.product_terms add column mrp_paise bigint
  constraint product_terms_mrp_paise_range check (mrp_paise between 0 and 100000000000);
-- The code first, so that it alone finds products of any supplier.
drop index public.product_terms_supplier_code_unique;
create unique index product_terms_supplier_code_unique on public.product_terms
  (private.name_key(supplier_code), private.name_key(coalesce(supplier, '')));

-- How a word sounds, so that English in Devanagari finds English in Latin letters ("नोटबुक": notebook). A letter stands for each
-- consonant: C for ch, J for a g that may be a j, Z for an s that may be one. Vowels of Latin letters are themselves, E for ea, I for ee
-- and its like, U for oo and its like, A for ai and its like; those of Devanagari are themselves, A for ऐ, O for ऑ, I for आइ, U for आउ and
-- @ for अ at the beginning. Its rules apply in their order.
create function private.sound(word text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  sound text := word;
  rule text[];
  rules constant text[] := case when word ~ '[\u0900-\u097f]' then array[
    ['[डढ]़', 'r'], ['[़ः्]', ''], ['[ंँ](?=[पफबभम])', 'm'], ['[ंँङञणन]', 'n'], ['[कख]', 'k'], ['[गघ]', 'g'], ['[चछ]', 'C'], ['[जझ]', 'j'],
    ['[टठतथ]', 't'], ['[डढदध]', 'd'], ['प', 'p'], ['फ', 'f'], ['[बभ]', 'b'], ['म', 'm'], ['[रृऋ]', 'r'], ['[लळ]', 'l'], ['व', 'v'], ['[शषस]', 's'],
    ['ह', 'h'], ['vh', 'v'], ['^य', 'y'], ['^अ', '@'], ['[ाआ]', 'a'], ['[िीइई]', 'i'], ['[ुूउऊ]', 'u'], ['[ेए]', 'e'], ['[ैऐॅऍ]', 'A'], ['[ोौओऔ]', 'o'],
    ['[ॉऑ]', 'O'], ['य(?=[aiuoeAO])', ''], ['य', 'i'], ['ai+', 'I'], ['au', 'U'], ['[oO]i', 'O'], ['ii+', 'i'], ['([bcdfghjklmnprstv])\1', '\1']
  ] else array[
    ['^([bcdgptv])(?= )', '\1ee'], [' ', ''], ['gg', 'g'], ['^kn', 'n'], ['^wr', 'r'], ['^wh', 'v'], ['gn$', 'n'], ['mb$', 'm'], ['igh', 'i'],
    ['^gh', 'g'], ['gh', ''], ['ph', 'f'], ['sch', 'sk'], ['t?ch', 'C'], ['[ts]ion', 'sn'], ['ture$', 'Car'], ['sh', 's'], ['(?<=.)ther', 'der'],
    ['([bdkt])h', '\1'], ['ck', 'k'], ['qu', 'kv'], ['cc(?=[eiy])', 'ks'], ['s?c(?=[eiy])', 's'], ['[cq]', 'k'], ['x', 'ks'], ['dg(?=[eiy])', 'j'],
    ['g(?=[eiy])', 'J'], ['([^aeiou])e$', '\1'], ['(?<=[aeiouy])s(?=[aeiouy])', 'Z'], ['w(?=[aeiou])', 'v'], ['w', 'u'], ['(?<=.)y', 'i'], ['([bcdfghjklmnprstvz])\1', '\1'],
    ['[aou]*ea[iou]*', 'E'], ['[aou]*(?:e[ei]|i[aeo])[aeiou]*', 'I'], ['[eiu]*(?:o[aiou]|[ae]u|u[aei])[aeiou]*', 'U'], ['aa', 'a'], ['a[aeiou]+', 'A']
  ] end;
begin
  foreach rule slice 1 in array rules loop
    sound := regexp_replace(sound, rule[1], rule[2], 'g');
  end loop;
  return sound;
end
$$;
-- The consonants of a sound, alike for those that may be each other: what words that sound alike have in common.
create function private.sound_key(word text) returns text
language sql immutable strict parallel safe set search_path = ''
return regexp_replace(translate(private.sound(word), 'gjJzZ', 'sssss'), '[aeiouyAEIOU@]', '', 'g');

alter table private.name_words add column sound_key text
  generated always as (case when word ~ '^[a-z]+$' then private.sound_key(word) end) stored;
create index name_words_by_sound on private.name_words (sound_key);
alter table private.equal_words add column sound_key text
  generated always as (case when words ~ '^[a-z ]+$' then private.sound_key(words) end) stored;
create index equal_words_by_sound on private.equal_words (sound_key);

alter table public.products
  add column logo_x smallint constraint products_logo_x_range check (logo_x between 1 and 100),
  add column logo_y smallint constraint products_logo_y_range check (logo_y between 1 and 100),
  add column logo_width smallint constraint products_logo_width_range check (logo_width between 1 and 100);

-- A colour points at its picture, wherever that stands among those of its product.
alter table public.product_colours
  add column picture text constraint product_colours_picture_form check (private.is_product_image_path(picture) or private.is_web_address(picture));

alter table public.industry_tags add column has_doctor_types boolean not null default false;
alter table public.industry_tags disable trigger user;
update public.industry_tags set has_doctor_types = true where lower(name) = 'pharmaceutical';
alter table public.industry_tags enable trigger user;

alter table public.deleted_records
  add column part_of uuid,
  drop constraint deleted_records_scope_known,
  add constraint deleted_records_scope_known check (scope in ('record', 'records', 'edit', 'import', 'part'));
create index deleted_records_of_whole on public.deleted_records (part_of);

alter table public.import_rows add column notes jsonb not null default '{}';

alter table public.site_settings
  add column hero_headline text constraint site_settings_hero_headline_length check (char_length(hero_headline) <= 60),
  add column hero_text text constraint site_settings_hero_text_length check (char_length(hero_text) <= 160),
  add column hero_image_url text constraint site_settings_hero_image_url_form check (
    private.is_product_image_path(hero_image_url) and hero_image_url = private.original_image_name(hero_image_url)
  ),
  add column hero_image_alt text constraint site_settings_hero_image_alt_length check (char_length(hero_image_alt) <= 200),
  -- Also dialled from a link.
  add column second_phone text
    constraint site_settings_second_phone_form check (second_phone ~ '^[+]?[-0-9 ()./]*[0-9][-0-9 ()./]*$')
    constraint site_settings_second_phone_length check (char_length(second_phone) <= 50),
  add column second_phone_label text
    constraint site_settings_second_phone_label_length check (char_length(second_phone_label) <= 40),
  add column terms text constraint site_settings_terms_length check (char_length(terms) <= 20000),
  add column terms_changed_on date,
  add column claimed_products text constraint site_settings_claimed_products_length check (char_length(claimed_products) <= 40),
  add column claimed_members text constraint site_settings_claimed_members_length check (char_length(claimed_members) <= 40),
  add column claimed_answer text constraint site_settings_claimed_answer_length check (char_length(claimed_answer) <= 40),
  add column claimed_compliance text constraint site_settings_claimed_compliance_length check (char_length(claimed_compliance) <= 40),
  add column logo_dark_url text
    constraint site_settings_logo_dark_url_form check (private.is_product_image_path(logo_dark_url) or private.is_web_address(logo_dark_url)),
  add column colour_scheme text constraint site_settings_colour_scheme_known check (colour_scheme = 'light'),
  add column offers_samples boolean not null default true,
  add column sample_charge integer constraint site_settings_sample_charge_range check (sample_charge between 1 and 100000),
  add column samples_a_month integer not null default 3 constraint site_settings_samples_a_month_range check (samples_a_month between 1 and 100),
  add column sample_return_days integer constraint site_settings_sample_return_days_range check (sample_return_days between 1 and 365),
  add column icon_url text
    constraint site_settings_icon_url_form check (private.is_product_image_path(icon_url));
alter table private.settings
  drop constraint settings_name_known,
  add constraint settings_name_known check (
    name in (
      'client_address_header', 'share_inner_block', 'share_outer_block', 'hash_secret', 'mail_is_files', 'backups', 'first_steps_dismissed',
      'samples_are_new'
    )
  );

alter table public.privacy_requests add column contact_id uuid references public.contacts (id) on delete set null;
create index privacy_requests_of_contact on public.privacy_requests (contact_id);
alter table public.access_log add column contact_id uuid references public.contacts (id) on delete set null;
create index access_log_of_contact on public.access_log (contact_id);

alter table public.profiles
  add column away_until date constraint profiles_away_until_range check (away_until between '2000-01-01' and '2999-12-31'),
  add column deputy_id uuid references auth.users (id) on delete set null,
  add column sees_margin boolean not null default false,
  add column digest_hour smallint default 9 constraint profiles_digest_hour_range check (digest_hour between 0 and 23),
  add column digest_days smallint not null default 5 constraint profiles_digest_days_range check (digest_days between 5 and 7),
  add column digest_on date;
create index profiles_of_deputy on public.profiles (deputy_id);
create index profiles_of_staff on public.profiles (id) where is_admin or is_sales;

alter table public.outbox add column contact_id uuid references public.contacts (id) on delete set null;
alter table public.outbox
  drop constraint outbox_kind_known,
  drop constraint outbox_about,
  add constraint outbox_kind_known check (kind in (
    'acknowledgement', 'notice', 'reply', 'invitation', 'factor_removed', 'data_link', 'erasure_warning',
    'quotation', 'quotation_answer', 'quotation_notice', 'quotation_reopened', 'approval', 'acceptance', 'quotation_code', 'kept_years', 'test', 'digest', 'sample'
  )),
  add constraint outbox_about check (
    (lead_id is not null) = (kind in ('acknowledgement', 'notice', 'reply', 'erasure_warning', 'sample')) and (invitation_id is not null) = (kind = 'invitation')
    and (version_id is not null) = (kind not in ('acknowledgement', 'notice', 'reply', 'erasure_warning', 'sample', 'invitation', 'factor_removed', 'data_link', 'kept_years', 'test', 'digest'))
  );
create index outbox_of_contact on public.outbox (contact_id);
