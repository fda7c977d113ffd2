-- What triggers do to each row that is written, whichever program writes it.

-- Texts are stored without the spaces around them, and an optional text that is empty is stored as null (specification,
-- section 5).

create function private.tidy_name() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.trimmed(new.name);
  return new;
end
$$;

create function private.tidy_name_and_description() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.trimmed(new.name);
  new.description := nullif(private.trimmed(new.description), '');
  return new;
end
$$;

-- Sizes and colour belong to an image of our own bucket and are removed with it.
create function private.tidy_product() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.trimmed(new.name);
  new.image_url := private.without_own_host(nullif(private.trimmed(new.image_url), ''));
  new.video_url := nullif(private.trimmed(new.video_url), '');
  if private.is_product_image_path(new.image_url) is not true then
    new.image_widths := null;
    new.image_colour := null;
  end if;
  return new;
end
$$;

create function private.tidy_stats_block() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.title := private.trimmed(new.title);
  new.value := private.trimmed(new.value);
  new.description := nullif(private.trimmed(new.description), '');
  return new;
end
$$;

create function private.tidy_client_logo() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.trimmed(new.name);
  new.logo_url := private.without_own_host(private.trimmed(new.logo_url));
  return new;
end
$$;

create trigger tidy before insert or update on public.categories
for each row execute function private.tidy_name_and_description();
create trigger tidy before insert or update on public.subcategories
for each row execute function private.tidy_name_and_description();
create trigger tidy before insert or update on public.themes
for each row execute function private.tidy_name_and_description();
create trigger tidy before insert or update on public.industry_tags
for each row execute function private.tidy_name();
create trigger tidy before insert or update on public.doctor_type_tags
for each row execute function private.tidy_name();
create trigger tidy before insert or update of name, image_url, video_url, image_widths, image_colour on public.products
for each row execute function private.tidy_product();
create trigger tidy before insert or update on public.stats_blocks
for each row execute function private.tidy_stats_block();
create trigger tidy before insert or update on public.client_logos
for each row execute function private.tidy_client_logo();

-- Leads arrive from anyone (specification, section 7), so the server decides what an incoming one is: its id and its
-- date, and one a call. Roles that row level security does not bind (a restored backup, the owner) are trusted.

create function private.tidy_lead() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if row_security_active('public.leads') then
    new.id := gen_random_uuid();
    new.created_at := now();
  end if;
  new.name := private.trimmed(new.name);
  new.company := private.trimmed(new.company);
  new.email := private.trimmed(new.email);
  new.phone := private.trimmed(new.phone);
  new.message := nullif(private.trimmed(new.message), '');
  return new;
end
$$;

create trigger tidy before insert or update on public.leads
for each row execute function private.tidy_lead();

create function private.allow_one_lead() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if row_security_active('public.leads') and exists (select from incoming offset 1) then
    raise exception 'Send one inquiry at a time' using errcode = '22023';
  end if;
  return null;
end
$$;

create trigger allow_one_lead after insert on public.leads
referencing new table as incoming
for each statement execute function private.allow_one_lead();

-- Optimistic locking: each change increments the version, and a save that names an older version is refused.

create function private.count_version() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.version := case when tg_op = 'INSERT' then 1 else old.version + 1 end;
  return new;
end
$$;

do $$
declare
  edited text;
begin
  foreach edited in array array[
    'categories', 'subcategories', 'industry_tags', 'doctor_type_tags', 'themes', 'products', 'stats_blocks', 'client_logos'
  ] loop
    execute format('comment on column public.%I.version is ''Counted up by each change.''', edited);
    execute format(
      'create trigger count_version before insert or update on public.%I for each row execute function private.count_version()',
      edited
    );
  end loop;
end
$$;
