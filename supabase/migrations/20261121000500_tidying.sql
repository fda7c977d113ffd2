-- Texts are stored without the spaces around them, and an optional text that is empty is stored as null
-- (specification, section 5), whichever program sends them.

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

create function private.tidy_product() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.trimmed(new.name);
  new.image_url := private.without_own_host(nullif(private.trimmed(new.image_url), ''));
  new.video_url := nullif(private.trimmed(new.video_url), '');
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
create trigger tidy before insert or update on public.products
for each row execute function private.tidy_product();
create trigger tidy before insert or update on public.stats_blocks
for each row execute function private.tidy_stats_block();
create trigger tidy before insert or update on public.client_logos
for each row execute function private.tidy_client_logo();

-- Trigger functions run for whoever writes the row; nobody calls them.
revoke execute on function
  private.tidy_name(),
  private.tidy_name_and_description(),
  private.tidy_product(),
  private.tidy_stats_block(),
  private.tidy_client_logo()
from public;
