-- Words and picture of the home page, a second telephone number and the terms (product.md, section 2, Administration).
select set_config('lock_timeout', '5s', true);

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
  add column terms_changed_on date;
comment on column public.site_settings.hero_headline is 'The home page''s headline; null for the website''s own, as the text below it and the picture.';
comment on column public.site_settings.hero_image_url is 'An image of our own bucket with the sizes 480 and 960.';
comment on column public.site_settings.terms is 'The text of the page /terms, which is there when it is set; Markdown as in descriptions of products.';
comment on column public.site_settings.terms_changed_on is 'When the terms changed last, in India; set by the database.';
comment on table public.site_settings is
  'One row at most. Administrators read and write it; site_details(), privacy_text() and terms_text() give everyone the public part.';

-- Runs after normalize_texts. A telephone number is pasted as it is written, with spaces and dashes.
create or replace function private.normalize_site_settings() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.colour_primary := lower(new.colour_primary);
  new.colour_accent := lower(new.colour_accent);
  new.whatsapp_number := nullif(regexp_replace(new.whatsapp_number, '[-[:space:]()./]', '', 'g'), '');
  new.notice_emails := nullif(
    array(
      select private.trimmed(address) from unnest(new.notice_emails) with ordinality as input (address, position)
      where private.trimmed(address) <> '' order by position
    ), '{}'
  );
  new.hero_image_url := private.without_own_host(new.hero_image_url);
  if new.hero_image_url is null then
    new.hero_image_alt := null;
  end if;
  -- The form may be older than the sweep that removed an image. The home page shows two of its sizes.
  if tg_op = 'INSERT' or new.hero_image_url is distinct from old.hero_image_url then
    if private.is_product_image_path(new.hero_image_url) and exists (
      select from unnest(array['', '-480', '-960']) as size
      where not exists (
        select from storage.objects
        where bucket_id = 'product-images'
          and name = regexp_replace(private.stored_image_name(new.hero_image_url), '(\.[a-z]+)$', size || '\1', 'i')
      )
    ) then
      raise exception 'The picture was removed meanwhile: choose it again'
        using errcode = '23514', detail = 'It violates the constraint "site_settings_hero_image_url_stored".';
    end if;
  end if;
  new.terms_changed_on := case
    when new.terms is null then null
    when tg_op = 'UPDATE' and new.terms is not distinct from old.terms then old.terms_changed_on
    else (now() at time zone 'Asia/Kolkata')::date
  end;
  return new;
end
$$;

create trigger release_hero_image after update of hero_image_url or delete on public.site_settings
for each row execute function private.release_image('hero_image_url');

create or replace function public.unused_product_images() returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select object.name
    from storage.objects as object
    cross join lateral (select array[object.name, private.original_image_name(object.name)] as names) as either
    where object.bucket_id = 'product-images'
      -- Others may lie there too: the bucket of a hosted project is open to its owner's tools. They are not ours to clear.
      and private.is_product_image_name(object.name)
      and object.created_at < now() - interval '1 day'
      and not exists (
        select from private.released_images as released
        where released.name = any (names) and released.released_at >= now() - interval '1 day'
      )
      and not exists (select from public.products where private.stored_image_name(image_url) = any (names))
      and not exists (select from public.product_pictures where private.stored_image_name(url) = any (names))
      and not exists (select from public.client_logos where private.stored_image_name(logo_url) = any (names))
      and not exists (
        select from public.site_settings
        where private.stored_image_name(logo_url) = any (names) or private.stored_image_name(hero_image_url) = any (names)
      )
      -- Those that can still be restored: a policy hides the others.
      and not exists (select from public.deleted_records where image_names && names)
      and not exists (
        select from public.import_rows as line join public.deleted_records as undo on undo.id = line.import_id
        where line.image_names && names
      )
    order by object.name
    limit 1000
  );
end
$$;

create or replace function private.site_details() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (
      select jsonb_strip_nulls(jsonb_build_object(
        'name', name, 'footer_tagline', footer_tagline, 'logo_url', logo_url, 'colour_primary', colour_primary,
        'colour_accent', colour_accent, 'contact_email', contact_email, 'contact_phone', contact_phone,
        'second_phone', second_phone, 'second_phone_label', second_phone_label,
        'contact_address', contact_address, 'whatsapp_number', whatsapp_number, 'grievance_contact', grievance_contact, 'counts', nullif(counts_visits, true),
        'pharma_hints', nullif(pharma_hints, true), 'hero_headline', hero_headline, 'hero_text', hero_text,
        'hero_image_url', hero_image_url, 'hero_image_alt', hero_image_alt, 'terms_changed_on', terms_changed_on
      )) from public.site_settings
    ),
    '{}'
  )
$$;
comment on function public.site_details is
  'What the owner has set of what every page shows: {"name", "footer_tagline", "logo_url", "colour_primary", "colour_accent", "contact_email", "contact_phone", "second_phone", "second_phone_label", "contact_address", "whatsapp_number", "grievance_contact", "counts": false where visits are not counted, "pharma_hints": false where they are off, "hero_headline", "hero_text", "hero_image_url", "hero_image_alt", "terms_changed_on": where the page /terms is there}, without what is not set.';

create function private.terms_text() returns text
language sql stable security definer set search_path = '' as $$
  select terms from public.site_settings
$$;
select private.expose('terms_text', 'The text of the page /terms; null where there is none.');
revoke execute on function private.terms_text(), public.terms_text() from public, anon, authenticated;
grant execute on function private.terms_text(), public.terms_text() to anon, authenticated, service_role;

-- The e-mails that are due, with all that they say: they are the caller's to send for two minutes, then another's. Each attempt
-- of an e-mail with a link to a private page has a new token, and each of a code a new code, of which only the hash is stored.
-- Those of earlier attempts stay valid, since an attempt that did not end may have sent its e-mail. An acknowledgement has no link
-- once the staff have ended the buyer's links. One that was not taken for
-- two days, or whose last attempt did not end, has failed.
create or replace function public.claim_mails(batch integer default 5) returns jsonb
language plpgsql set search_path = '' as $$
declare
  mails jsonb;
begin
  update public.outbox set state = 'failed', last_error = coalesce(last_error, 'EXPIRED')
  where state = 'queued'
    and (next_attempt_at < now() - interval '2 days' or (attempts >= 8 and next_attempt_at <= now()));
  with due as (
    select mail.id, case
      when kind = 'quotation_code' then upper(left(gen_random_uuid()::text, 8))
      when kind = 'acknowledgement' and 'ended' = (
        select event.value from public.lead_events as event where event.lead_id = mail.lead_id and event.kind = 'link' order by event.number desc limit 1
      ) then null
      when kind in ('acknowledgement', 'quotation', 'quotation_answer', 'quotation_reopened', 'approval') or kind = 'acceptance' and recipient = version.content #>> '{buyer,email}'
        or kind in ('data_link', 'erasure_warning')
        then replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
    end as token
    from public.outbox as mail left join public.quotation_versions as version on version.id = version_id
    where state = 'queued' and next_attempt_at <= now()
    order by next_attempt_at limit least(greatest(batch, 1), 100) for update of mail skip locked
  ), claimed as (
    update public.outbox as mail
    set attempts = attempts + 1, next_attempt_at = now() + interval '2 minutes', last_error = null,
      links = array_remove(links || case kind
        when 'acknowledgement' then private.link_hash(due.token)
        when 'erasure_warning' then private.link_hash(due.token)
        when 'data_link' then private.link_hash(due.token)
        when 'quotation_code' then private.acceptance_code_hash(version_id, due.token)
      end, null)
    from due where mail.id = due.id
    returning mail.*, due.token
  ), linked as (
    insert into public.quotation_links (quotation_id, version_id, purpose, hash, email)
    select
      version.quotation_id, version.id, case kind when 'approval' then kind else 'buyer' end, private.link_hash(token),
      case kind when 'approval' then recipient end
    from claimed join public.quotation_versions as version on version.id = version_id where token is not null and kind <> 'quotation_code'
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', mail.id, 'kind', kind, 'to', recipient, 'attempt', attempts, 'created_at', mail.created_at,
    'reference', coalesce(quotation ->> 'reference', private.lead_reference(coalesce(lead.id, invitation_id))),
    'token', mail.token,
    'event', (
      select jsonb_build_object('kind', event.kind, 'value', event.value) from public.lead_events as event where number = event_number
    ),
    'invitation', case when invitation_id is not null then private.renew_invitation(invitation_id) end,
    'quotation', quotation,
    'lead', case when lead.id is not null then jsonb_build_object(
      'id', lead.id, 'erased_at', erased_at, 'name', lead.name, 'company', company, 'email', email, 'phone', phone, 'message', message,
      'needed_by', needed_by, 'budget_per_gift', budget_per_gift, 'delivery_city', delivery_city, 'wants_branding', wants_branding,
      'lines', nullif(private.inquiry_as_json(lead)::jsonb -> 'lines', '[]')
    ) end,
    'site', (
      select jsonb_build_object(
        'name', site.name, 'sender_email', sender_email, 'contact_email', contact_email, 'contact_phone', contact_phone,
        'second_phone', second_phone, 'second_phone_label', second_phone_label, 'colour_primary', colour_primary
      )
      from public.site_settings as site
    )
  ) order by mail.created_at, mail.id), '[]')
  into mails
  from claimed as mail left join public.leads as lead on lead.id = lead_id
  cross join lateral (select private.mailed_quotation(version_id, quotation_event) as quotation) as mailed;
  return mails;
end
$$;
